// The address of the page, which tells the scene on the stage and where it stands, so that a link restores it.

import { t } from "./words.js";

const SETTLED = 400; // milliseconds after which the address tells where we are: browsers take few changes a second

export class Address {
  /** `link` gives the address of the scene as it stands. */
  constructor(link) {
    this.link = link;
  }

  /** The address tells where we are, once that stays the same for a moment. */
  remember() {
    this.forget();
    const here = location.href;
    this.waiting = setTimeout(() => location.href === here && this.write(), SETTLED); // else somebody has just followed a link
  }

  forget() {
    clearTimeout(this.waiting);
  }

  write() {
    history.replaceState(null, "", this.link());
  }

  /** Copy the link; what is to be said of that. */
  async copy() {
    this.forget();
    this.write();
    try {
      await navigator.clipboard.writeText(location.href);
      return t("link-copied");
    } catch {
      return t("link-in-address");
    }
  }
}
