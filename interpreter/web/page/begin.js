// Runs before the modules are there: of what `hexgame site` has written into the page, shows what the address names.
{
  const SVG = "http://www.w3.org/2000/svg";

  const made = (name, className, ...children) => {
    const element = document.createElement(name);
    element.className = className;
    element.append(...children);
    return element;
  };

  /** The drawing of a card's board, which takes its place before it has come. */
  const board = (image, title) => {
    const svg = document.createElementNS(SVG, "svg");
    for (const [name, value] of [["class", "board"], ["role", "img"], ["aria-label", title]]) svg.setAttribute(name, value);
    for (const name of ["width", "height"]) svg.setAttribute(name, image.getAttribute(name));
    svg.setAttribute("viewBox", `0 0 ${image.getAttribute("width")} ${image.getAttribute("height")}`);
    fetch(image.src)
      .then((answer) => answer.text())
      .then((text) => new DOMParser().parseFromString(text, "image/svg+xml").documentElement)
      .then((drawn) => {
        svg.setAttribute("viewBox", drawn.getAttribute("viewBox"));
        for (const name of ["text-anchor", "font-family"]) svg.setAttribute(name, drawn.getAttribute(name));
        svg.append(...drawn.childNodes);
      })
      .catch(() => {}); // the view shows it anyway
    return svg;
  };

  /** Ask for what the view of a game will ask for. */
  const hint = (name) => {
    const link = document.createElement("link");
    Object.assign(link, { rel: "preload", as: "fetch", crossOrigin: "", href: `known/games/${name}.json` });
    document.head.append(link);
  };

  /** A game as its view begins: its board, its name, what it is about. */
  const game = (card) => {
    const text = (part) => card.querySelector(`.${part}`).textContent;
    hint(card.dataset.game);
    const panel = made("section", "panel", made("h1", "", text("name")), made("p", "lead", text("about")));
    return made("div", "spread", made("div", "stage", board(card.querySelector("img"), text("name"))), panel);
  };

  /** What the page keeps in an entry, as keeping/entries.js writes it. */
  const entry = (key) => {
    try {
      return { at: 0, value: {}, ...JSON.parse(localStorage.getItem(key)) };
    } catch {
      return { at: 0, value: {} };
    }
  };

  /** A table as it was seen last: its board, until the modules show it; null if it is not kept. */
  const table = (name) => {
    const { scene } = entry(`hexgame:scene:${name}`).value;
    if (!scene) return null;
    const [x, y, width, height] = scene.svg.view;
    const head = `<svg xmlns="${SVG}" viewBox="${x} ${y} ${width} ${height}" text-anchor="middle" font-family="sans-serif">`;
    const parsed = new DOMParser().parseFromString(`${head}${scene.svg.board}${scene.svg.stones}</svg>`, "image/svg+xml");
    const svg = document.importNode(parsed.documentElement, true);
    for (const [key, value] of [["class", "board"], ["role", "img"], ["aria-label", scene.title]]) svg.setAttribute(key, value);
    const top = made("header", "tablehead", made("h1", "", scene.title), made("p", "standing", scene.standing));
    return made("div", "table", made("section", "boardside", top, made("div", "playing", svg)));
  };

  /** The reader's tables, as they were seen last. */
  const tables = () => {
    const heading = "hexgame:table:";
    const found = Object.keys(localStorage).filter((key) => key.startsWith(heading));
    const kept = found.map((key) => ({ table: key.slice(heading.length), ...entry(key) })).sort((one, other) => other.at - one.at);
    if (!kept.length) return [];
    const rows = kept.slice(0, 6).map(({ table, value: { title, standing } }) => {
      const link = made("a", "", title);
      link.href = `#/play/${table}`;
      return made("li", "", link, made("span", "soft", standing));
    });
    return [made("section", "yours", made("h2", "", "Your tables"), made("ul", "tables", ...rows))];
  };

  const main = document.getElementById("main");
  const gallery = main.querySelector("[data-begun]");
  gallery.querySelector(".gallery").before(...tables());

  const show = () => {
    if (gallery?.parentNode !== main) return; // the modules are there
    const [, view, name] = /^#?\/?(\w*)(?:\/([\w-]+))?/.exec(location.hash);
    const card = view === "new" && name ? gallery.querySelector(`li[data-game="${name}"]`) : null;
    gallery.hidden = view !== "";
    const begun = card ? game(card) : view === "play" && name ? table(name) : null;
    while (gallery.nextSibling) gallery.nextSibling.remove(); // the gallery stays where it is: somebody may be typing there
    if (begun) gallery.after(made("div", "view", begun));
  };
  addEventListener("hashchange", show);
  show();
}
