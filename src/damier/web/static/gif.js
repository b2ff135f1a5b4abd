// A small encoder of animated GIF files (GIF89a): one palette for all pictures, each of which holds only what has changed since the
// one before it, packed by LZW. Boards have few colours: the commonest are kept as they are, all others become the nearest.

const COLOURS = 256;
const OWN_SHARE = 0.0004; // of all points that a colour needs to be in the palette as it is
const MOST_OWN = 160; // so many of them
const MOST_CODE = 4095;

/** A growing file. */
class Bytes {
  constructor() {
    this.data = new Uint8Array(1 << 16);
    this.length = 0;
  }

  add(...bytes) {
    for (const byte of bytes) this.one(byte);
  }

  one(byte) {
    if (this.length === this.data.length) {
      const larger = new Uint8Array(2 * this.length);
      larger.set(this.data);
      this.data = larger;
    }
    this.data[this.length++] = byte;
  }

  text(text) {
    for (const letter of text) this.one(letter.charCodeAt(0));
  }

  number(value) {
    this.add(value & 255, value >> 8);
  }

  get done() {
    return this.data.slice(0, this.length);
  }
}

const red = (colour) => colour & 255;
const green = (colour) => (colour >> 8) & 255;
const blue = (colour) => (colour >> 16) & 255;

/** At most 256 colours (as 0xBBGGRR) for some pictures: arrays of points as a canvas has them. */
export function paletteOf(pictures) {
  const counts = new Map();
  let total = 0;
  for (const points of pictures) {
    total += points.length;
    for (const point of points) counts.set(point & 0xffffff, (counts.get(point & 0xffffff) ?? 0) + 1);
  }
  const common = [...counts].sort((a, b) => b[1] - a[1]);
  const own = common.slice(0, MOST_OWN).filter(([, count]) => count >= OWN_SHARE * total).map(([colour]) => colour);
  const near = new Map(); // colours that are much alike, by the first bits of each part: how many, and the sums of the parts
  for (const [colour, count] of common.slice(own.length)) {
    const key = (red(colour) >> 4) | ((green(colour) >> 4) << 4) | ((blue(colour) >> 4) << 8);
    const sums = near.get(key) ?? [0, 0, 0, 0];
    near.set(key, [sums[0] + count, sums[1] + count * red(colour), sums[2] + count * green(colour), sums[3] + count * blue(colour)]);
  }
  const mean = ([count, r, g, b]) => Math.round(r / count) | (Math.round(g / count) << 8) | (Math.round(b / count) << 16);
  const others = [...near.values()].sort((a, b) => b[0] - a[0]).slice(0, COLOURS - own.length);
  return [...own, ...others.map(mean)];
}

export class Gif {
  /** A file of this size and palette; pictures are added, and at the end it is `finish`ed. */
  constructor(width, height, palette) {
    Object.assign(this, { width, height, palette });
    this.nearest = new Map(palette.map((colour, place) => [colour, place]).reverse());
    this.before = null;
    this.file = new Bytes();
    this.file.text("GIF89a");
    this.file.number(width);
    this.file.number(height);
    this.file.add(0xf7, 0, 0); // a palette of 256 colours for all pictures
    for (let i = 0; i < COLOURS; i++) this.file.add(red(palette[i] ?? 0), green(palette[i] ?? 0), blue(palette[i] ?? 0));
    this.file.add(0x21, 0xff, 11); // begin again at the end
    this.file.text("NETSCAPE2.0");
    this.file.add(3, 1, 0, 0, 0);
  }

  /** So many bytes until now. */
  get size() {
    return this.file.length;
  }

  /** Add a picture, which is shown for so many hundredths of a second. */
  add(points, hundredths) {
    const { left, top, width, height } = this.changed(points);
    const indices = new Uint8Array(width * height);
    for (let y = 0, i = 0; y < height; y++) {
      for (let x = 0, at = (top + y) * this.width + left; x < width; x++) indices[i++] = this.index(points[at++] & 0xffffff);
    }
    const { file } = this;
    file.add(0x21, 0xf9, 4, 0x04); // what follows stays where it is
    file.number(hundredths);
    file.add(0, 0, 0x2c);
    for (const each of [left, top, width, height]) file.number(each);
    file.add(0);
    pack(indices, file);
    this.before = points;
  }

  /** The file. */
  finish() {
    this.file.add(0x3b);
    return this.file.done;
  }

  /** The smallest rectangle outside which nothing has changed. */
  changed(points) {
    const { width, height, before } = this;
    if (!before) return { left: 0, top: 0, width, height };
    let [left, right, top, bottom] = [width, -1, height, -1];
    for (let y = 0, at = 0; y < height; y++) {
      for (let x = 0; x < width; x++, at++) {
        if (points[at] === before[at]) continue;
        if (x < left) left = x;
        if (x > right) right = x;
        if (y < top) top = y;
        bottom = y;
      }
    }
    return right < 0 ? { left: 0, top: 0, width: 1, height: 1 } : { left, top, width: right - left + 1, height: bottom - top + 1 };
  }

  /** The place of the nearest colour of the palette. */
  index(colour) {
    let found = this.nearest.get(colour);
    if (found !== undefined) return found;
    let least = Infinity;
    this.palette.forEach((other, place) => {
      const distance = (red(other) - red(colour)) ** 2 + (green(other) - green(colour)) ** 2 + (blue(other) - blue(colour)) ** 2;
      if (distance < least) [least, found] = [distance, place];
    });
    this.nearest.set(colour, found);
    return found;
  }
}

/** Pack places of the palette by LZW, in blocks of at most 255 bytes. */
function pack(indices, file) {
  const [clear, end] = [COLOURS, COLOURS + 1];
  const codes = new Int32Array((MOST_CODE + 1) * COLOURS); // of a run that is known and one more place; 0: none
  let [size, next, bits, held] = [9, end + 1, 0, 0];
  let block = [];
  const flush = () => {
    file.add(block.length, ...block);
    block = [];
  };
  const put = (code) => {
    held |= code << bits;
    bits += size;
    while (bits >= 8) {
      block.push(held & 255);
      if (block.length === 255) flush();
      held >>>= 8;
      bits -= 8;
    }
  };
  file.one(8);
  put(clear);
  let run = indices[0];
  for (let i = 1; i < indices.length; i++) {
    const longer = (run << 8) | indices[i];
    if (codes[longer]) {
      run = codes[longer];
      continue;
    }
    put(run);
    if (next > MOST_CODE) {
      put(clear);
      codes.fill(0);
      [size, next] = [9, end + 1];
    } else {
      if (next >= 1 << size) size += 1;
      codes[longer] = next++;
    }
    run = indices[i];
  }
  put(run);
  put(end);
  if (bits > 0) block.push(held & 255);
  if (block.length) flush();
  file.one(0);
}
