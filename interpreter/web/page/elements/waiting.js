// What is waited for, and how far it is: in the banner, and beside whatever was pressed.

import { h } from "./dom.js";

/** Say in an element what is waited for; readers of the screen hear the words, not each step of `share` and `part`. */
export function waits(element, text, detail) {
  if (element.childElementCount === 0)
    element.append(h("span"), h("span", { "aria-hidden": "true" }), h("progress", { max: 1, "aria-hidden": "true" }));
  const [said, part, bar] = element.children;
  if (said.textContent !== text) said.textContent = text;
  part.textContent = detail?.part ? `, ${detail.part}` : "";
  bar.hidden = detail?.share === undefined;
  bar.value = detail?.share ?? 0;
}

/** An `element` that says what presses wait for, and `during(answer, what)`, which returns an answer and says `what` will
 * happen when it comes. */
export function waiting({ carrier, signal }) {
  const element = h("p", { class: "waits", role: "status", hidden: true });
  const held = new Set();
  const show = () => {
    const { state, detail } = carrier;
    element.hidden = held.size === 0 || state !== "loading";
    if (!element.hidden) waits(element, `${[...held].at(-1).what} ${detail?.text ?? "Connecting"}`, detail);
  };
  const during = async (answer, what) => {
    const mine = { what };
    held.add(mine);
    show();
    element.scrollIntoView({ block: "nearest" });
    try {
      return await answer;
    } finally {
      held.delete(mine);
      show();
    }
  };
  const stop = carrier.onState(show);
  signal.addEventListener("abort", stop);
  return { element, during };
}
