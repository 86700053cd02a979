// Runs first of all: asks for the game that the address names, with its board, which begin.js will show.
{
  const name = /^#?\/?new\/([\w-]+)/.exec(location.hash)?.[1];
  const link = document.createElement("link");
  Object.assign(link, { rel: "preload", as: "fetch", crossOrigin: "", href: `known/games/${name}.json` });
  if (name) document.head.append(link);
}
