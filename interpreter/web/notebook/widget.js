// The board of a notebook in the browser: draws what Python has drawn, and tells Python what is pressed.

const SVG = "image/svg+xml";

function render({ model, el }) {
  const stage = document.createElement("div");
  const [words, row] = [document.createElement("p"), document.createElement("div")];
  stage.className = "board";
  words.setAttribute("role", "status");
  el.classList.add("hexgame");
  el.replaceChildren(stage, words, row);

  const button = (text, message, isEnabled = true) => {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = text;
    made.disabled = !isEnabled;
    made.addEventListener("click", () => model.send(message));
    return made;
  };

  /** The drawing is parsed as XML, so no text in it becomes anything else. */
  const drawn = () => {
    const parsed = new DOMParser().parseFromString(model.get("drawing"), SVG).documentElement;
    const [able, chosen] = [new Set(model.get("able")), model.get("chosen")];
    for (const each of parsed.querySelectorAll("[data-cell]")) {
      const cell = Number(each.dataset.cell);
      each.classList.toggle("able", able.has(cell));
      each.classList.toggle("chosen", cell === chosen);
    }
    stage.replaceChildren(document.importNode(parsed, true));
  };

  const said = () => {
    words.textContent = [model.get("standing"), model.get("notice")].filter(Boolean).join(" – ");
    const offered = model.get("buttons").map(([text, says]) => button(says, { play: text }));
    row.replaceChildren(...offered, button("Take back", { undo: true }, model.get("undoable")));
  };

  const press = (event) => {
    const cell = event.target.closest?.("[data-cell]")?.dataset.cell;
    if (cell !== undefined) model.send({ press: Number(cell) });
  };

  const changed = () => {
    drawn();
    said();
  };
  const names = ["drawing", "able", "chosen", "standing", "notice", "buttons", "undoable"].map((name) => `change:${name}`);
  stage.addEventListener("click", press);
  for (const name of names) model.on(name, changed);
  changed();
  return () => names.forEach((name) => model.off(name, changed));
}

export default { render };
