// Runs first of all: asks for the board of the game that the address names, which begin.js will show.
{
  const name = /^#?\/?new\/([\w-]+)/.exec(location.hash)?.[1];
  const link = document.createElement("link");
  Object.assign(link, { rel: "preload", as: "fetch", crossOrigin: "", href: `known/boards/${name}.svg` });
  if (name) document.head.append(link);
}
