// <hexgame-board>: a board of a game on any page, such as <hexgame-board game="hex" moves="b2 swap" play="yes">. It is a
// frame onto the file embed.html beside this script, so nothing of the game runs in the page that shows it.
{
  const HERE = document.currentScript?.src;
  if (!HERE) throw new Error("board.js must be loaded by <script src>, and not as a module");
  const FRAME = new URL("embed.html", HERE);
  const FROM = "hexgame board";
  const ATTRIBUTES = ["game", "sheet", "moves", "options", "play", "theme", "mode", "size"];
  const [LEAST, MOST] = [40, 8000]; // pixels that the frame may be high
  const LONGEST = 100_000; // characters of an attribute
  const dark = matchMedia("(prefers-color-scheme: dark)");

  const number = (value) => typeof value === "number" && value >= 0;
  const text = (value) => typeof value === "string" && value.length <= LONGEST;

  /** What a frame may tell, with what its fields must be. */
  const FORMS = {
    size: { height: number },
    move: { move: text, moves: (value) => Array.isArray(value) && value.every(text) },
    end: { winner: text, text },
  };

  const isTold = (data) => {
    if (typeof data !== "object" || data === null || data.from !== FROM || !Object.hasOwn(FORMS, data.tell)) return false;
    return Object.entries(FORMS[data.tell]).every(([name, fits]) => fits(data[name]));
  };

  class HexgameBoard extends HTMLElement {
    static observedAttributes = ATTRIBUTES;

    connectedCallback() {
      this.frame ??= this.framed();
      addEventListener("message", this.hear);
      dark.addEventListener("change", this.shown);
      this.shown();
    }

    disconnectedCallback() {
      removeEventListener("message", this.hear);
      dark.removeEventListener("change", this.shown);
      this.address = null; // a frame that is put back begins anew
      this.isLoaded = false;
    }

    attributeChangedCallback() {
      if (this.isConnected && this.frame) queueMicrotask(this.shown); // several that change at once are one change
    }

    framed() {
      const frame = document.createElement("iframe");
      frame.loading = "lazy";
      frame.referrerPolicy = "no-referrer";
      Object.assign(frame.style, { display: "block", width: "100%", height: "20rem", border: "0", background: "none" });
      this.attachShadow({ mode: "open" }).append(frame);
      if (getComputedStyle(this).display === "inline") this.style.display = "block";
      return frame;
    }

    /** Light or dark, as the page around the board is where it does not say. */
    get mode() {
      const isDark = dark.matches && /\bdark\b/.test(getComputedStyle(this).colorScheme);
      return this.getAttribute("mode") ?? (isDark ? "dark" : "light");
    }

    shown = () => {
      const { frame, mode } = this;
      if (!this.isConnected) return;
      const asked = new URLSearchParams({ mode });
      if (this.hasAttribute("mode")) asked.set("ground", ""); // what lies around the board may be of the other
      for (const name of ATTRIBUTES) {
        if (name !== "mode" && this.hasAttribute(name)) asked.set(name, this.given(name).slice(0, LONGEST));
      }
      const address = `${FRAME.href}#${asked}`;
      if (address === this.address) return;
      frame.title = `A board of ${this.getAttribute("game") ?? "a game"}`;
      frame.style.colorScheme = mode;
      if (this.isLoaded) frame.contentWindow.location.replace(address); // the page's history stays as it is
      else frame.src = address;
      this.address = address;
    };

    /** The value of an attribute; a sheet may be the text of an element of the page, named like #rules. */
    given(name) {
      const value = this.getAttribute(name);
      if (name !== "sheet" || !/^#[\w-]+$/.test(value)) return value;
      return document.getElementById(value.slice(1))?.textContent ?? "";
    }

    hear = ({ data, origin, source }) => {
      if (source !== this.frame.contentWindow || origin !== FRAME.origin || !isTold(data)) return;
      const { from, tell, ...detail } = data;
      this.isLoaded = true;
      if (tell === "size") this.frame.style.height = `${Math.min(MOST, Math.max(LEAST, detail.height))}px`;
      else this.dispatchEvent(new CustomEvent(tell, { detail, bubbles: true }));
    };
  }

  customElements.define("hexgame-board", HexgameBoard);
}
