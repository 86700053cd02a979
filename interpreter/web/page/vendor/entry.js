// What the page needs of CodeMirror, as one module.
import { StyleModule } from "style-mod";

// The page's Content-Security-Policy allows no <style> element. In a shadow root, style-mod uses a constructed style
// sheet, which it does allow; so the document is presented to style-mod as if it were one.
const mount = StyleModule.mount;
const facade = {
  ownerDocument: document,
  get adoptedStyleSheets() {
    return document.adoptedStyleSheets;
  },
  set adoptedStyleSheets(sheets) {
    document.adoptedStyleSheets = sheets;
  },
};
StyleModule.mount = (root, modules, options) =>
  mount.call(StyleModule, root === document ? facade : root, modules, options);

export { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
export {
  defaultKeymap,
  history,
  historyKeymap,
  indentWithTab,
  redo,
  redoDepth,
  toggleComment,
  undo,
  undoDepth,
} from "@codemirror/commands";
export {
  bracketMatching,
  HighlightStyle,
  indentOnInput,
  indentUnit,
  StreamLanguage,
  syntaxHighlighting,
} from "@codemirror/language";
export { lintKeymap, nextDiagnostic, previousDiagnostic, setDiagnostics } from "@codemirror/lint";
export { highlightSelectionMatches, openSearchPanel, search, searchKeymap } from "@codemirror/search";
export { ChangeSet, Compartment, EditorState, Transaction } from "@codemirror/state";
export {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  hoverTooltip,
  keymap,
  lineNumbers,
} from "@codemirror/view";
export { Tag } from "@lezer/highlight";
