// The conversation with the server about one game; it is taken up again when the connection breaks. Moves are said in the
// page's language on this side, and so is what the server says is wrong.

import { Notation } from "../notation.js";
import { onLanguage, told } from "../words.js";

const AGAIN = [200, 500, 1000, 2000, 4000]; // milliseconds until the next attempt
const NO_SUCH_GAME = 4404;

export class Conversation {
  /** `hear(kind, message)` is told of every message, of `lost` when the connection breaks, and of `gone` if there is no game. */
  constructor(id, hear) {
    this.id = id;
    this.hear = hear;
    this.attempts = 0;
    this.isClosed = false;
    this.waiting = []; // what was said while there was no connection
    this.notation = new Notation();
    this.heard = new Map(); // the last message of each kind, as it came
    this.said = {}; // the last move, as it was typed and as it was sent
    this.forget = onLanguage(() => {
      for (const message of this.heard.values()) this.tell(message);
    });
    this.connect();
  }

  connect() {
    const protocol = location.protocol === "https:" ? "wss:" : "ws:";
    this.socket = new WebSocket(`${protocol}//${location.host}/api/sittings/${encodeURIComponent(this.id)}/talk`);
    this.socket.onopen = () => {
      this.attempts = 0;
      for (const message of this.waiting.splice(0)) this.send(message);
    };
    this.socket.onmessage = (event) => {
      const message = JSON.parse(event.data);
      if (["state", "progress", "book"].includes(message.kind)) this.heard.set(message.kind, message);
      if (!this.isClosed) this.tell(message);
    };
    this.socket.onclose = (event) => {
      if (this.isClosed) return;
      if (event.code === NO_SUCH_GAME) this.hear("gone", {});
      else {
        this.hear("lost", {});
        this.timer = setTimeout(() => this.again(), AGAIN[Math.min(this.attempts++, AGAIN.length - 1)]);
      }
    };
  }

  /** Let a message be heard in the page's language. */
  tell(message) {
    const heard = this.notation.hear(message);
    this.hear(heard.kind, heard.kind === "error" ? { ...heard, error: told(this.notation.blame(heard.error, this.said)) } : heard);
  }

  /** A server that was started again has another token: the page itself must be asked for before the conversation. */
  async again() {
    try {
      await fetch("/", { credentials: "same-origin" });
    } catch {
      // it does not answer yet
    }
    if (!this.isClosed) this.connect();
  }

  send(message) {
    if (this.socket.readyState === WebSocket.OPEN) {
      const spoken = this.notation.speak(message);
      if (message.do === "move") this.said = { sent: spoken.move, typed: message.move };
      this.socket.send(JSON.stringify(spoken));
    } else if (this.socket.readyState === WebSocket.CONNECTING) this.waiting.push(message);
    else this.hear("lost", {});
  }

  close() {
    this.isClosed = true;
    this.forget();
    clearTimeout(this.timer);
    this.socket.close();
  }
}
