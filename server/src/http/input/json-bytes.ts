/** The signs of JSON. */
export const byteOf = {
  quote: 0x22,
  backslash: 0x5c,
  openBrace: 0x7b,
  closeBrace: 0x7d,
  openBracket: 0x5b,
  closeBracket: 0x5d,
  comma: 0x2c,
  colon: 0x3a,
  minus: 0x2d,
} as const

const { quote, backslash } = byteOf

/** Position of the closing quote, or the end of the bytes where there is none. Byte by byte: a search for each of a million quotes took long. */
export function endOfString(bytes: Buffer, start: number): number {
  let at = start + 1
  for (; at < bytes.length; at += 1) {
    const byte = bytes[at]
    if (byte === quote) return at
    if (byte === backslash) at += 1
  }
  return bytes.length
}
