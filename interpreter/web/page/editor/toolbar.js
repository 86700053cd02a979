// What can be done with a sheet, above it.

import { h } from "../elements/dom.js";
import { redo, undo } from "../vendor/codemirror.js";

/** The toolbar of an editor, with the games and templates of the library to begin with. */
export function toolbar(editor, { games, templates }, page) {
  const button = (label, act, hint = false) => h("button", { type: "button", onclick: act, title: hint }, label);
  const families = [...new Set(games.map(({ family }) => family))];
  const option = (prefix, { name, title, about }) =>
    h("option", { value: prefix + name }, title ?? `${name}: ${about}`);
  const examples = h(
    "select",
    { "aria-label": "Begin with", class: "examples" },
    h("option", { value: "" }, "Begin with…"),
    h(
      "optgroup",
      { label: "Templates, with comments" },
      templates.map((each) => option("template ", each)),
    ),
    families.map((family) =>
      h(
        "optgroup",
        { label: family },
        games.filter((game) => game.family === family).map((each) => option("game ", each)),
      ),
    ),
  );
  examples.addEventListener("change", () => {
    const [kind, name] = examples.value.split(" ");
    examples.value = "";
    if (kind === "game") page.go(`edit/${encodeURIComponent(name)}`);
    else if (kind === "template") editor.replace(templates.find((each) => each.name === name).text);
  });
  return h(
    "div",
    { class: "tools", role: "toolbar", "aria-label": "Sheet" },
    examples,
    button("Open…", () => editor.open(), "Open a sheet from a file, or drop one here"),
    button("Save", () => editor.save(), "Save as a file (Ctrl-S)"),
    button("Share", () => editor.share(), "Copy a link that holds this sheet"),
    h("span", { class: "gap" }),
    button("Undo", () => undo(editor.view), "Undo (Ctrl-Z)"),
    button("Redo", () => redo(editor.view), "Redo (Ctrl-Y)"),
    button("Format", () => editor.format(), "Usual layout (Shift-Alt-F)"),
  );
}
