// The curtain between people at one screen who hide something from each other.

import { h } from "../elements/dom.js";

/** A curtain over the board; `onLook(colour)` is called when somebody says that they alone are looking. */
export function curtain(onLook) {
  const text = h("p", {});
  const buttons = h("div", { class: "buttons" });
  const element = h(
    "div",
    { class: "curtain", hidden: true, role: "group", "aria-label": "Hand over the screen" },
    text,
    buttons,
  );
  const show = (scene) => {
    const colours = scene.curtain;
    const hasFocus = element.parentNode?.contains(document.activeElement) || document.activeElement === document.body;
    element.hidden = colours === null || colours === undefined;
    if (element.hidden) return;
    if (hasFocus) setTimeout(() => buttons.firstChild?.focus());
    text.textContent =
      "Something is hidden here. Hand the screen to the next player; everyone else, please look away.";
    buttons.replaceChildren(
      ...colours.map((colour) =>
        h("button", { type: "button", class: "primary", onclick: () => onLook(colour) }, `I am ${colour}`),
      ),
    );
  };
  return { element, show };
}
