// The curtain between people at one screen who hide something from each other.

import { h } from "../elements/dom.js";
import { fill } from "../elements/lasting.js";

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
    const { activeElement } = document;
    const isNear = activeElement === document.body || element.parentNode?.contains(activeElement);
    element.hidden = colours === null || colours === undefined;
    if (element.hidden) return;
    if (isNear && !buttons.contains(activeElement)) setTimeout(() => buttons.firstChild?.focus());
    text.textContent =
      "Something is hidden here. Hand the screen to the next player; everyone else, please look away.";
    fill(buttons, colours, () =>
      colours.map((colour) =>
        h("button", { type: "button", class: "primary", onclick: () => onLook(colour) }, `I am ${colour}`),
      ),
    );
  };
  return { element, show };
}
