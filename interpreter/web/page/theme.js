// Runs before anything is drawn: the reader's choice of light or dark, and of how boards look, if they made one.
{
  const { dataset } = document.documentElement;
  const mode = localStorage.getItem("hexgame:theme");
  const theme = localStorage.getItem("hexgame:boards");
  if (mode === "light" || mode === "dark") dataset.mode = mode;
  if (theme === "flat" || theme === "contrast") dataset.theme = theme;
}
