// The language in CodeMirror: its colours, completion and explanations. What the words are comes from the interpreter.

import {
  autocompletion,
  HighlightStyle,
  hoverTooltip,
  StreamLanguage,
  syntaxHighlighting,
  Tag,
} from "../vendor/codemirror.js";
import { h } from "../elements/dom.js";

const TRIPLE = '"""';

/** Colours for the patterns of the `highlight` answer: {kind: regular expression}, of which the first that fits counts. */
export function colours(patterns) {
  const kinds = Object.entries(patterns).map(([kind, pattern]) => [kind, new RegExp(pattern, "y")]);
  const tokenTable = Object.fromEntries(kinds.map(([kind]) => [kind, Tag.define(kind)]));
  const parser = {
    name: "hexgame",
    tokenTable,
    startState: () => ({ isInText: false, depth: 0 }),
    copyState: (state) => ({ ...state }),
    token: (stream, state) => token(stream, state, kinds),
    indent: (state, after, context) => Math.max(0, state.depth - (/^\s*\}/.test(after) ? 1 : 0)) * context.unit,
    languageData: {
      commentTokens: { line: "#" },
      closeBrackets: { brackets: ["(", "{", '"'] },
      indentOnInput: /^\s*\}$/,
    },
  };
  const styles = kinds.map(([kind]) => ({ tag: tokenTable[kind], class: `word-${kind}` }));
  return [StreamLanguage.define(parser), syntaxHighlighting(HighlightStyle.define(styles))];
}

/** Read one word or sign. CodeMirror reads line by line, so a text over several lines is remembered in the state. */
function token(stream, state, kinds) {
  if (state.isInText) return textEnded(stream, state);
  if (stream.eatSpace()) return null;
  if (stream.match(TRIPLE)) {
    state.isInText = true;
    return textEnded(stream, state);
  }
  if (stream.match(/^"[^"]*"?/)) return "text";
  for (const [kind, pattern] of kinds) {
    pattern.lastIndex = stream.pos;
    const found = pattern.exec(stream.string);
    if (!found?.[0]) continue;
    stream.pos += found[0].length;
    state.depth = Math.max(0, state.depth + (found[0] === "{" ? 1 : found[0] === "}" ? -1 : 0));
    return kind;
  }
  stream.next();
  return null;
}

function textEnded(stream, state) {
  const end = stream.string.indexOf(TRIPLE, stream.pos);
  state.isInText = end < 0;
  if (end < 0) stream.skipToEnd();
  else stream.pos = end + TRIPLE.length;
  return "text";
}

const SHAPES = { section: "keyword", keyword: "keyword", function: "function", name: "variable", option: "variable" };

/** Completion of words, asked of the interpreter. */
export function completion(carrier) {
  const complete = async (context) => {
    if (!context.explicit && context.matchBefore(/[A-Za-z_][A-Za-z_0-9]*/) === null) return null;
    const answer = await carrier
      .ask("complete", { text: context.state.doc.toString(), at: context.pos })
      .catch(() => null);
    if (context.aborted || !answer?.words.length) return null;
    const options = answer.words.map(({ word, kind, about }) => ({
      label: word,
      type: SHAPES[kind] ?? kind,
      detail: kind,
      info: about || undefined,
    }));
    return { from: answer.from, options, validFor: /^[A-Za-z_0-9-]*$/ };
  };
  return autocompletion({ override: [complete], icons: false });
}

/** What the word under the pointer means. */
export function explanation(carrier) {
  return hoverTooltip(async (view, at) => {
    const answer = await carrier.ask("hover", { text: view.state.doc.toString(), at }).catch(() => null);
    if (!answer?.about) return null;
    return {
      pos: answer.from,
      end: answer.to,
      above: true,
      create: () => ({ dom: h("div", { class: "about" }, answer.about) }),
    };
  });
}
