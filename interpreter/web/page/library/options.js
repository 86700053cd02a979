// Controls for the options of a sheet, and for who plays: the same wherever a game is about to begin.

import { badge } from "../elements/badge.js";
import { arrange } from "../elements/lasting.js";
import { PLAYERS } from "../elements/players.js";
import { fresh, h } from "../elements/dom.js";

/** A fieldset, `element`, with one control for each option; `onChange` gets what differs from the defaults: {name: text}.
 * `take(options)` has it show others: the controls of those that are the same stay as they are. */
export function optionControls(options, chosen, onChange) {
  const values = { ...chosen };
  const legend = h("legend", {}, "Options");
  const element = h("fieldset", { class: "options" });
  const rows = new Map();
  const set = (option, value) => {
    if (value === String(option.default)) delete values[option.name];
    else values[option.name] = value;
    onChange({ ...values });
  };
  const row = (option) => {
    const shape = JSON.stringify({ ...option, value: null });
    if (rows.get(option.name)?.shape !== shape) {
      const value = values[option.name] ?? String(option.value ?? option.default);
      rows.set(option.name, { shape, element: optionRow(option, value, set) });
    }
    return rows.get(option.name).element;
  };
  const take = (those) => {
    element.hidden = those.length === 0;
    arrange(element, [legend, ...those.map(row)]);
    for (const name of Object.keys(values)) if (!those.some((option) => option.name === name)) delete values[name];
  };
  take(options);
  return { element, take };
}

function optionRow(option, value, set) {
  const id = fresh("option");
  const about = option.about ? h("small", { id: `${id}-about` }, option.about) : null;
  const shared = { id, name: option.name, "aria-describedby": about && `${id}-about` };
  const control = option.values === null ? numberOf(option, value, shared, set) : choiceOf(option, value, shared, set);
  return h("div", { class: "row" }, h("label", { for: id }, option.name.replaceAll("_", " ")), control, about);
}

function choiceOf(option, value, shared, set) {
  const items = option.values.map((each) => h("option", { value: each, selected: String(each) === value }, each));
  return h("select", { ...shared, onchange: (event) => set(option, event.target.value) }, items);
}

function numberOf(option, value, shared, set) {
  const input = h("input", {
    ...shared,
    type: "number",
    inputmode: "numeric",
    min: option.low,
    max: option.high,
    value,
  });
  const changed = () => input.value !== "" && input.checkValidity() && set(option, input.value);
  input.addEventListener("input", changed);
  input.addEventListener("blur", () => input.checkValidity() || (input.value = value));
  return input;
}

/** A fieldset with a control for who plays each colour. `seats` is changed in place. */
export function seatControls(players, seats) {
  const rows = players.map((player, index) => {
    const id = fresh("seat");
    const items = PLAYERS.map(([value, text]) => h("option", { value, selected: seats[index] === value }, text));
    const choose = (event) => (seats[index] = event.target.value);
    return h(
      "div",
      { class: "row" },
      h("label", { for: id }, badge(player), ` ${player.colour}`),
      h("select", { id, name: `seat ${player.colour}`, onchange: choose }, items),
    );
  });
  return h("fieldset", { class: "seats" }, h("legend", {}, "Who plays"), rows);
}
