// Elements are made here, never from HTML: a text from a message stays a text.

/** Make an element. `onclick` and the like add listeners; `true` sets an attribute without a value; `false`, `null` and
 * `undefined` omit it; children are elements, texts, or nested lists of them. */
export function h(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes ?? {})) {
    if (value === false || value === null || value === undefined) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? "" : String(value));
  }
  element.append(...present(children));
  return element;
}

/** The children in nested lists that are there: not `null`, `undefined` or `false`. */
export function present(children) {
  return children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false);
}

/** A message of the interpreter as texts and, where it has `backquotes`, elements of code. */
export function worded(text) {
  return text.split(/`([^`\n]+)`/).map((part, index) => (index % 2 ? h("code", {}, part) : part));
}

/** A text that names each thing once: "1 problem", "3 problems". */
export function counted(number, thing) {
  return `${number} ${thing}${number === 1 ? "" : "s"}`;
}

/** A button that asks once more before it acts. */
export function confirmed(text, question, act, attributes = {}) {
  const button = h("button", { type: "button", ...attributes }, text);
  let isAsking = false;
  const reset = () => {
    isAsking = false;
    button.textContent = text;
  };
  button.addEventListener("click", () => {
    if (isAsking) {
      reset();
      return act();
    }
    isAsking = true;
    button.textContent = question;
    return undefined;
  });
  button.addEventListener("blur", reset);
  return button;
}

let made = 0;

/** An id that no other element has, for labels. */
export function fresh(stem) {
  made += 1;
  return `${stem}-${made}`;
}
