// Files of the reader's own: opened by a picker or by dropping them, saved as downloads.

import { h } from "../elements/dom.js";

const LARGEST = 500_000;

/** Ask for a file; resolves to {name, text}, or to null if none was chosen. Rejects if it is too large or no text. */
export function picked(accept) {
  const input = h("input", { type: "file", accept });
  return new Promise((resolve, reject) => {
    input.addEventListener("change", () =>
      input.files[0] ? read(input.files[0]).then(resolve, reject) : resolve(null),
    );
    input.addEventListener("cancel", () => resolve(null));
    input.click();
  });
}

/** Call `onFile({name, text})` for a file that is dropped on an element, `onFailure(error)` if it cannot be read. */
export function dropped(element, { signal, onFile, onFailure }) {
  const isFile = (event) => event.dataTransfer?.types.includes("Files");
  const over = (event) => {
    if (!isFile(event)) return;
    event.preventDefault();
    element.classList.toggle("dropping", event.type === "dragover");
  };
  const drop = (event) => {
    if (!isFile(event)) return;
    event.preventDefault();
    event.stopPropagation();
    element.classList.remove("dropping");
    const [file] = event.dataTransfer.files;
    if (file) read(file).then(onFile, onFailure);
  };
  for (const type of ["dragover", "dragleave"]) element.addEventListener(type, over, { signal, capture: true });
  element.addEventListener("drop", drop, { signal, capture: true });
}

/** Save a text as a file. */
export function saved(name, text, type = "text/plain") {
  const address = URL.createObjectURL(new Blob([text], { type }));
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

async function read(file) {
  if (file.size > LARGEST) throw new Error(`${file.name} is larger than ${LARGEST / 1000} kB.`);
  const bytes = await file.arrayBuffer();
  try {
    return { name: file.name, text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch {
    throw new Error(`${file.name} is not a text in UTF-8.`);
  }
}
