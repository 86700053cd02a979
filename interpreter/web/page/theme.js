// Runs before anything is drawn: the reader's choice of light or dark, if they made one.
{
  const chosen = localStorage.getItem("hexgame:theme");
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
}
