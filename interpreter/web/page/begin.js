// Runs before the modules are there: of what `hexgame site` has written into the page, shows what the address names.
{
  const SVG = "http://www.w3.org/2000/svg";

  const made = (name, className, ...children) => {
    const element = document.createElement(name);
    if (className) element.className = className;
    element.append(...children);
    return element;
  };

  const answer = (file) => fetch(file).then((found) => found.json());
  const parsed = (text) => document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);

  /** The drawing of a game's board, which takes its place before it has come. */
  const board = (name, title, view) => {
    const svg = document.createElementNS(SVG, "svg");
    const [, , width, height] = view.split(" ");
    const named = { class: "board", role: "img", "aria-label": title, viewBox: view, width, height, "text-anchor": "middle" };
    for (const [key, value] of Object.entries(named)) svg.setAttribute(key, value);
    answer(`known/games/${name}.json`)
      .then(({ check }) => svg.append(parsed(check.board.svg.board), parsed(check.board.svg.stones)))
      .catch(() => {}); // the view shows it anyway
    return svg;
  };

  const text = (card, part) => card.querySelector(`.${part}`).textContent;

  /** A game as its view begins: its board, its name, what it is about. */
  const game = (card) => {
    const { game: name, view } = card.dataset;
    const top = [made("p", "eyebrow", text(card.closest("section"), "family")), made("h1", "", text(card, "name"))];
    const panel = made("section", "panel", ...top, made("p", "lead", text(card, "about")), card.querySelector(".chips").cloneNode(true));
    return made("div", "spread", made("div", "stage", board(name, text(card, "name"), view)), panel);
  };

  const link = (className, href, ...children) => Object.assign(made("a", className, ...children), { href });

  /** The game of the day, as library/cards.js has it. */
  const day = (card) => {
    const [name, title] = [card.dataset.game, text(card, "name")];
    const mount = made("span", "mount");
    mount.dataset.board = name;
    const buttons = [link("button primary", `#/new/${name}`, `Play ${title}`)];
    if ("middle" in card.dataset) buttons.push(link("button", `#/new/${name}/middle`, "Take over here"));
    const said = [made("p", "eyebrow", "Game of the day"), made("h2", "", title), made("p", "about", text(card, "about"))];
    const section = made("section", "day", mount, made("div", "said", ...said, card.querySelector(".chips").cloneNode(true), made("div", "buttons", ...buttons)));
    section.setAttribute("aria-label", "Game of the day");
    section.dataset.day = name;
    return section;
  };

  const fill = (mount) => {
    if (mount.firstChild) return;
    answer(`known/boards/${mount.dataset.board}.json`)
      .then(({ preview }) => mount.firstChild ?? mount.append(parsed(preview.svg)))
      .catch(() => {}); // the view shows it anyway
  };
  const seeing = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) continue;
      seeing.unobserve(target);
      fill(target);
    }
  }, { rootMargin: "300px" });

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
  const cards = gallery.querySelectorAll("li[data-game]");
  const slot = gallery.querySelector(".slot");
  slot.before(...tables());
  slot.replaceChildren(day(cards[(Math.floor(Date.now() / 86_400_000) * 37) % cards.length]));
  if (/^(#\/?)?$/.test(location.hash)) fill(slot.querySelector("[data-board]")); // at once: it is what is seen first
  for (const mount of gallery.querySelectorAll("[data-board]")) seeing.observe(mount);

  const show = () => {
    if (gallery?.parentNode !== main) return; // the modules are there
    const [, view, name, middle] = /^#?\/?(\w*)(?:\/([\w-]+))?(\/middle)?/.exec(location.hash);
    const card = view === "new" && name && !middle ? gallery.querySelector(`li[data-game="${name}"]`) : null;
    gallery.hidden = view !== "";
    const begun = card ? game(card) : view === "play" && name ? table(name) : null;
    while (gallery.nextSibling) gallery.nextSibling.remove(); // the gallery stays where it is: somebody may be typing there
    if (begun) gallery.after(made("div", "view", begun));
  };
  addEventListener("hashchange", show);
  show();
}
