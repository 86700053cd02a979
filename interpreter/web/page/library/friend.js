// "Play a friend": the colour, the clock, and whether others may come; then the table waits with its link.

import { fresh, h, worded } from "../elements/dom.js";

const NAME = "hexgame:name";
const CLOCKS = [
  ["none", "No clock", null],
  ["day", "1 day a move", { move: 86_400 }],
  ["ten", "10 min + 5 s", { base: 600, more: 5 }],
  ["three", "3 min + 2 s", { base: 180, more: 2 }],
  ["own", "Another …", null],
];

/** Buttons of which one is pressed: radio buttons, with the arrows of the keyboard. */
function choice(title, name, items, chosen, onChange = () => {}) {
  const made = items.map(([value, text]) => {
    const id = fresh(name);
    const input = h("input", { type: "radio", id, name, value, checked: value === chosen, onchange: () => onChange(value) });
    return [input, h("label", { for: id }, text)];
  });
  return h("fieldset", { class: "choice" }, h("legend", {}, title), h("div", { class: "segments" }, made));
}

function counted(name, text, value, [min, max]) {
  const id = fresh(name);
  return h("div", { class: "row" }, h("label", { for: id }, text), h("input", { type: "number", id, name, value, min, max, required: true }));
}

/** Ask how to play, and open a table with one seat for the reader. `begun()` is what `open` takes for the game. */
export function friend(page, players, begun) {
  const problem = h("p", { class: "problem", role: "alert" });
  const own = h(
    "div",
    { class: "own", hidden: true },
    counted("minutes", "Minutes each", 15, [1, 10_080]),
    counted("more", "Seconds more for each turn", 10, [0, 3600]),
  );
  const toggled = (value) => {
    own.hidden = value !== "own";
    for (const field of own.querySelectorAll("input")) field.disabled = own.hidden;
  };
  toggled("none");
  const start = h("button", { class: "primary big" }, "Make the link");
  const seats = [...players.map(({ colour }, seat) => [String(seat), colour]), ["any", "Either"]];
  const name = h("input", { name: "name", value: localStorage.getItem(NAME) ?? "", maxlength: 40, autocomplete: "nickname" });
  const submitted = async (event) => {
    event.preventDefault();
    start.disabled = true;
    const given = new FormData(form);
    const called = name.value.trim();
    localStorage.setItem(NAME, called);
    const mine = given.get("mine");
    const clock = given.get("clock") === "own"
      ? { base: Math.round(60 * Number(given.get("minutes"))), more: Number(given.get("more")) }
      : CLOCKS.find(([value]) => value === given.get("clock"))[2];
    const fields = {
      ...begun(),
      seats: players.map(() => "human"),
      mine: mine === "any" ? mine : Number(mine),
      public: given.get("public") !== null,
      ...(clock ? { clock } : {}),
      ...(called ? { name: called } : {}),
    };
    try {
      const { table } = await page.carrier.ask("open", fields);
      dialog.close();
      page.go(`play/${table}`);
    } catch (error) {
      problem.replaceChildren(...worded(error.message));
      start.disabled = false;
    }
  };
  const form = h(
    "form",
    { onsubmit: submitted },
    h("h2", {}, "Play a friend"),
    choice("You play", "mine", seats, "any"),
    choice("Clock", "clock", CLOCKS, "none", toggled),
    own,
    h("label", { class: "check naming" }, "Your name ", name),
    h("label", { class: "check" }, h("input", { type: "checkbox", name: "public" }), " anybody on this server may join"),
    problem,
    start,
    h("button", { type: "button", class: "quiet big", onclick: () => dialog.close() }, "Cancel"),
  );
  const dialog = h("dialog", { class: "friend", "aria-label": "Play a friend" }, form);
  dialog.addEventListener("close", () => dialog.remove());
  page.signal.addEventListener("abort", () => dialog.close());
  document.body.append(dialog);
  dialog.showModal();
}
