// Small sounds of moves, made by the browser itself: a knock for a move, two for a capture, a bell for a check and at the end.
// They are off until somebody wants them, and then on in every game.

const KEPT = "damier-sound";
const LOUD = 0.16;

// Each note: when it begins and how long it sounds, in seconds; its pitch at the beginning and at the end, in hertz; its shape
const SOUNDS = {
  move: [[0, 0.07, 320, 150, "triangle"]],
  capture: [[0, 0.06, 420, 180, "triangle"], [0.07, 0.09, 230, 90, "triangle"]],
  check: [[0, 0.16, 660, 660, "sine"], [0.12, 0.22, 880, 880, "sine"]],
  end: [[0, 0.22, 523, 523, "sine"], [0.16, 0.22, 659, 659, "sine"], [0.32, 0.5, 784, 784, "sine"]],
};

/** What a move that was just made sounds like. */
export function soundOf({ result, highlights, changed, board, last, steps }) {
  if (result !== null) return "end";
  if (highlights?.check?.length) return "check";
  const mover = last.length ? board.cells[last.at(-1)[0]]?.[last.at(-1)[1]]?.owner : -1;
  const isTaken = ({ place, cell }) => {
    const now = board.cells[place[0]][place[1]];
    return cell.look !== "pit" && cell.owner >= 0 && cell.owner !== mover && now.owner !== cell.owner;
  };
  return !steps?.length && mover >= 0 && changed?.some(isTaken) ? "capture" : "move";
}

export class Sounds {
  constructor() {
    this.isOn = localStorage.getItem(KEPT) === "on";
  }

  turn(isOn) {
    this.isOn = isOn;
    localStorage.setItem(KEPT, isOn ? "on" : "off");
    if (isOn) this.play("move");
  }

  /** Sound, if that is wanted; a browser lets nothing sound before a person has done something on the page. */
  play(name) {
    if (!this.isOn || !navigator.userActivation?.hasBeenActive || !window.AudioContext) return;
    this.context ??= new AudioContext();
    if (this.context.state === "suspended") this.context.resume();
    for (const [at, length, from, to, shape] of SOUNDS[name]) this.note(this.context.currentTime + at, length, from, to, shape);
    this.last = name;
  }

  note(at, length, from, to, shape) {
    const [tone, volume] = [this.context.createOscillator(), this.context.createGain()];
    tone.type = shape;
    tone.frequency.setValueAtTime(from, at);
    tone.frequency.exponentialRampToValueAtTime(to, at + length);
    volume.gain.setValueAtTime(0.0001, at);
    volume.gain.exponentialRampToValueAtTime(LOUD, at + 0.008);
    volume.gain.exponentialRampToValueAtTime(0.0001, at + length);
    tone.connect(volume).connect(this.context.destination);
    tone.start(at);
    tone.stop(at + length + 0.02);
  }

  close() {
    this.context?.close();
    this.context = null;
  }
}
