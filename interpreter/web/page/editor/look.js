// How CodeMirror looks: in the tokens of style.css.

import { EditorView } from "../vendor/codemirror.js";

export const LOOK = EditorView.theme({
  "&": { color: "var(--ink)", backgroundColor: "var(--surface)", fontSize: "0.9375rem" },
  "&.cm-focused": { outline: "none" },
  ".cm-content": { fontFamily: "var(--code)", caretColor: "var(--ink)", padding: "0.5rem 0" },
  ".cm-scroller": { fontFamily: "var(--code)", lineHeight: "1.5" },
  ".cm-gutters": { backgroundColor: "var(--sunk)", color: "var(--soft)", border: "0" },
  ".cm-activeLine, .cm-activeLineGutter": {
    backgroundColor: "light-dark(rgb(180 140 60 / 9%), rgb(255 220 150 / 6%))",
  },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    background: "light-dark(#f0dcae, #5d4a22)",
  },
  "&.cm-focused .cm-matchingBracket": {
    backgroundColor: "light-dark(#e5dbbf, #4e4530)",
    outline: "1px solid var(--rule)",
  },
  "&.cm-focused .cm-nonmatchingBracket": { backgroundColor: "transparent", color: "var(--error)" },
  ".cm-tooltip, .cm-panels": {
    backgroundColor: "var(--surface)",
    color: "var(--ink)",
    border: "1px solid var(--line)",
  },
  ".cm-tooltip": {
    borderRadius: "8px",
    boxShadow: "0 4px 16px var(--shadow)",
    maxWidth: "min(34rem, 92vw)",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { fontFamily: "var(--code)", maxHeight: "14rem" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { padding: "0.15rem 0.6rem" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { background: "var(--tint)", color: "var(--ink)" },
  ".cm-completionDetail": { color: "var(--soft)", fontStyle: "normal", fontFamily: "var(--text)", fontSize: "0.8rem" },
  ".cm-completionMatchedText": { textDecoration: "none", fontWeight: "700" },
  ".cm-tooltip.cm-completionInfo": { padding: "0.4rem 0.7rem", whiteSpace: "pre-wrap", maxWidth: "24rem" },
  ".cm-panel.cm-search": { padding: "0.5rem" },
  ".cm-panel.cm-search :is(input, button, label)": { fontSize: "0.85rem" },
  ".cm-panel.cm-search :is(input:not([type=checkbox]), button)": { minHeight: "2rem" },
  ".cm-textfield": { backgroundColor: "var(--paper)", border: "1px solid var(--rule)", borderRadius: "6px" },
  ".cm-button": {
    backgroundImage: "none",
    backgroundColor: "var(--surface)",
    borderRadius: "6px",
    border: "1px solid var(--rule)",
  },
  ".cm-searchMatch": { backgroundColor: "light-dark(#f6e27a, #6d5b12)" },
  ".cm-diagnostic": { borderLeftColor: "var(--rule)", padding: "0.5rem 0.75rem" },
  ".cm-diagnostic-error": { borderLeftColor: "var(--error)" },
  ".cm-diagnostic-warning": { borderLeftColor: "var(--warning)" },
  ".cm-diagnosticAction": {
    backgroundColor: "var(--accent)",
    color: "var(--onaccent)",
    borderRadius: "6px",
    padding: "0.25rem 0.6rem",
    minHeight: "0",
  },
});
