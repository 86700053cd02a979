// How much of Python has come.

const WHOLE = 0; // `hexgame site` writes this line: the bytes of all that is fetched
const SPAN = 100; // milliseconds between two words about it

/** Return what fetches as `fetching` does, and tells `arrives(share, part)` of it, such as 0.5 and "6 of 12 MB". */
export function arriving(fetching, arrives) {
  let [come, said] = [0, -Infinity];
  const heard = (length) => {
    come = Math.min(WHOLE, come + length);
    if (come < WHOLE && performance.now() < said + SPAN) return;
    said = performance.now();
    arrives(WHOLE ? come / WHOLE : 0, `${millions(come)} of ${millions(WHOLE)} MB`);
  };
  heard(0);
  return async (...asked) => {
    const answer = await fetching(...asked);
    if (!answer.ok || answer.body === null) return answer;
    const counted = new TransformStream({
      transform(piece, out) {
        heard(piece.length);
        out.enqueue(piece);
      },
    });
    return new Response(answer.body.pipeThrough(counted), { headers: answer.headers });
  };
}

function millions(bytes) {
  return Math.round(bytes / 1e6);
}
