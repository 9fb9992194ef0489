// SHA-256 for pages that are not secure, where the browser keeps its own to itself (FIPS 180-4).

const primes: number[] = [];
for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime !== 0)) primes.push(n);
const fraction = (root: number): number => Math.floor((root - Math.floor(root)) * 2 ** 32) >>> 0;
const FIRST = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const ROUNDS = primes.map((prime) => fraction(Math.cbrt(prime)));
const turn = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/** The message with a one, zeros and its length behind it, as 32-bit words. */
function padded(bytes: Uint8Array): Uint32Array {
  const blocks = Math.ceil((bytes.length + 9) / 64);
  const whole = new Uint8Array(blocks * 64);
  whole.set(bytes);
  whole[bytes.length] = 0x80;
  const view = new DataView(whole.buffer);
  view.setUint32(whole.length - 4, bytes.length * 8);
  return Uint32Array.from({ length: blocks * 16 }, (_, at) => view.getUint32(at * 4));
}

function scheduled(block: Uint32Array): Uint32Array {
  const words = new Uint32Array(64);
  words.set(block);
  const at = (n: number): number => words[n] ?? 0;
  for (let n = 16; n < 64; n++) {
    const near = turn(at(n - 2), 17) ^ turn(at(n - 2), 19) ^ (at(n - 2) >>> 10);
    const far = turn(at(n - 15), 7) ^ turn(at(n - 15), 18) ^ (at(n - 15) >>> 3);
    words[n] = near + at(n - 7) + far + at(n - 16);
  }
  return words;
}

export function sha256(bytes: Uint8Array): Uint8Array {
  const sum = Uint32Array.from(FIRST);
  const message = padded(bytes);
  for (let from = 0; from < message.length; from += 16) {
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = sum;
    scheduled(message.subarray(from, from + 16)).forEach((word, round) => {
      const mixed = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + (ROUNDS[round] ?? 0) + word;
      const more = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      [a, b, c, d, e, f, g, h] = [(mixed + more) | 0, a, b, c, (d + mixed) | 0, e, f, g];
    });
    [a, b, c, d, e, f, g, h].forEach((word, place) => {
      sum[place] = (sum[place] ?? 0) + word;
    });
  }
  const out = new DataView(new ArrayBuffer(32));
  sum.forEach((word, place) => {
    out.setUint32(place * 4, word);
  });
  return new Uint8Array(out.buffer);
}
