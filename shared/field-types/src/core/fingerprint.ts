/*
 * SHA-256 without waiting: the browser's own is asynchronous and Node's does not exist in the browser, and both halves
 * must come to the same key. Checked against Node's in the test.
 */
const roots = (power: number, count: number): Uint32Array => {
  const words = new Uint32Array(count)
  for (let prime = 2, found = 0; found < count; prime += 1) {
    let isPrime = true
    for (let divisor = 2; divisor * divisor <= prime; divisor += 1) if (prime % divisor === 0) isPrime = false
    if (!isPrime) continue
    words[found] = ((prime ** power % 1) * 2 ** 32) >>> 0
    found += 1
  }
  return words
}

const initial = roots(1 / 2, 8)
const rounds = roots(1 / 3, 64)
const turn = (word: number, by: number): number => (word >>> by) | (word << (32 - by))

const padded = (bytes: Uint8Array): DataView => {
  const view = new DataView(new ArrayBuffer(((bytes.length + 8) >> 6) * 64 + 64))
  for (let at = 0; at < bytes.length; at += 1) view.setUint8(at, bytes[at] ?? 0)
  view.setUint8(bytes.length, 0x80)
  view.setUint32(view.byteLength - 8, Math.floor(bytes.length / 2 ** 29))
  view.setUint32(view.byteLength - 4, (bytes.length * 8) >>> 0)
  return view
}

export const fingerprint = (text: string): string => {
  const view = padded(new TextEncoder().encode(text))
  const hash = Uint32Array.from(initial)
  const words = new Uint32Array(64)
  const word = (at: number): number => words[at] ?? 0
  for (let block = 0; block < view.byteLength; block += 64) {
    for (let at = 0; at < 16; at += 1) words[at] = view.getUint32(block + at * 4)
    for (let at = 16; at < 64; at += 1) {
      const early = word(at - 15)
      const late = word(at - 2)
      const low = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3)
      const high = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10)
      words[at] = word(at - 16) + low + word(at - 7) + high
    }
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = hash
    for (let at = 0; at < 64; at += 1) {
      const mixedE = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)
      const first = (h + mixedE + ((e & f) ^ (~e & g)) + (rounds[at] ?? 0) + word(at)) | 0
      const mixedA = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)
      const second = (mixedA + ((a & b) ^ (a & c) ^ (b & c))) | 0
      ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0]
    }
    for (const [at, part] of [a, b, c, d, e, f, g, h].entries()) hash[at] = (hash[at] ?? 0) + part
  }
  return [...hash].map((part) => part.toString(16).padStart(8, '0')).join('')
}
