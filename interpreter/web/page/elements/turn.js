// Whose turn it is, as one sees it in another tab: a mark on the page's icon, and on the app's if it is installed.

const OWN = "icon.svg";
const MARKED = "icons/turn.svg";

/** Mark the tab, or take the mark away: at `number` tables it is the reader's turn. */
export function marked(number) {
  const icon = document.querySelector('link[rel="icon"]');
  const wanted = number > 0 ? MARKED : OWN;
  if (icon !== null && icon.getAttribute("href") !== wanted) icon.setAttribute("href", wanted);
  const told = number > 0 ? navigator.setAppBadge?.(number) : navigator.clearAppBadge?.();
  told?.catch?.(() => {});
}
