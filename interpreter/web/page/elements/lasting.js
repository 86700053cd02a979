// What stays when something is shown anew: the focus, a question, a choice, a menu, the place in a list. An answer may come
// at any moment, and must not take away what its reader is just about to press.

import { h, present } from "./dom.js";

const filledWith = new WeakMap();

/** Fill an element with what `make` returns for some data; if it shows just these data already, it stays as it is. */
export function fill(element, data, make) {
  const text = JSON.stringify(data);
  if (filledWith.get(element) === text) return;
  filledWith.set(element, text);
  renew(element, make());
}

/** Replace the children of an element. The focus goes to what is named as what had it before, or else to the element. */
export function renew(element, ...children) {
  const focused = element.contains(document.activeElement) ? named(document.activeElement) : null;
  element.replaceChildren(...present(children));
  if (focused === null) return;
  element.tabIndex = -1;
  const heir = controls(element).find((each) => named(each) === focused) ?? element;
  heir.focus({ preventScroll: true });
}

/** What can be unfolded. What `find` gives when it is first unfolded is shown then; if it fails, why. */
export function unfolding(attributes, title, find) {
  let isFound = false;
  const body = h("div", {});
  const unfolded = async () => {
    if (!element.open || isFound) return;
    isFound = true;
    try {
      body.replaceChildren(...(await find()));
    } catch (error) {
      isFound = false;
      body.replaceChildren(error.message);
    }
  };
  const element = h("details", { ...attributes, ontoggle: unfolded }, h("summary", {}, title), body);
  return element;
}

/** Make elements the children of another, in this order. Those that are there already are not taken out meanwhile. */
export function arrange(parent, elements) {
  const wanted = new Set(elements);
  for (const each of [...parent.children]) if (!wanted.has(each)) each.remove();
  elements.forEach((each, index) => {
    const here = parent.children[index] ?? null;
    if (here !== each) parent.insertBefore(each, here);
  });
}

/** Scroll a list, and nothing else, until one of its elements is seen. */
export function reveal(list, element) {
  const [frame, box] = [list.getBoundingClientRect(), element.getBoundingClientRect()];
  list.scrollTop += Math.min(0, box.top - frame.top) + Math.max(0, box.bottom - frame.bottom);
}

function controls(element) {
  return [...element.querySelectorAll("a, button, input, select, summary")];
}

function named(element) {
  return `${element.tagName} ${element.getAttribute("aria-label") ?? element.name ?? ""} ${element.textContent}`;
}
