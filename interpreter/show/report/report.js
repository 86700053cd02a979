"use strict";
for (const figure of document.querySelectorAll("figure.course")) {
  const slider = figure.querySelector("input");
  const moves = figure.querySelectorAll("li");
  const words = figure.querySelector("output");
  const parts = figure.querySelectorAll(".at");
  const show = () => {
    const at = Number(slider.value);
    for (const part of parts) {
      part.classList.toggle("now", Number(part.dataset.from) <= at && at <= Number(part.dataset.to));
    }
    moves.forEach((move, number) => move.classList.toggle("now", number + 1 === at));
    words.textContent = at ? at + ". " + moves[at - 1].textContent : "the start";
    slider.setAttribute("aria-valuetext", words.textContent);
  };
  const go = (step) => {
    slider.value = Number(slider.value) + step;
    show();
  };
  slider.addEventListener("input", show);
  for (const button of figure.querySelectorAll("button")) {
    button.addEventListener("click", () => go(Number(button.value)));
  }
  figure.querySelector(".controls").hidden = false;
  show();
}
for (const figure of document.querySelectorAll(".replay figure.course")) {
  const slider = figure.querySelector("input");
  slider.value = Math.floor(Number(slider.max) / 2);
  slider.dispatchEvent(new Event("input"));
}
addEventListener("beforeprint", () => {
  for (const fold of document.querySelectorAll(".folds > details, .folds details.basis, .shared details")) {
    fold.open = true;
  }
});
