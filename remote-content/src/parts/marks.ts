/** From the first character to the one behind the last, in UTF-16 units. */
export interface Range {
  readonly from: number
  readonly to: number
}

/** A word that is shorter is looked for at the beginning of words alone; one character of Chinese or Japanese is a word. */
const leastPart = 3

/**
 * Where what was typed stands in a text, as the search compares: without regard to case and accents, at the beginning of a word
 * or, from three characters on, within it.
 */
export function marksOf(text: string, typed: string): Range[] {
  const words = [...new Set(folded(typed).text.split(/[^\p{L}\p{N}\p{M}]+/u))].filter(Boolean)
  if (words.length === 0) return []
  const { text: plain, places } = folded(text)
  const found: Range[] = []
  for (const word of words) {
    const isPart = word.length >= leastPart || /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u.test(word)
    for (let at = plain.indexOf(word); at >= 0; at = plain.indexOf(word, at + 1)) {
      if (!isPart && !isBeginning(plain, at)) continue
      const end = at + word.length
      found.push({ from: places[at] ?? 0, to: places[end] ?? text.length })
    }
  }
  return joined(found)
}

/** A number behind letters begins a word, too: the 12 of iPhone12. */
function isBeginning(text: string, at: number): boolean {
  const before = text[at - 1]
  if (before === undefined || !/[\p{L}\p{N}]/u.test(before)) return true
  return /\p{N}/u.test(text[at] ?? '') !== /\p{N}/u.test(before)
}

/** The text as it is compared, and for each of its UTF-16 units where the character stood that it comes from. */
function folded(text: string): { readonly text: string; readonly places: readonly number[] } {
  let plain = ''
  const places: number[] = []
  let at = 0
  for (const character of text) {
    const form = character.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
    for (let unit = 0; unit < form.length; unit++) places.push(at)
    plain += form
    at += character.length
  }
  places.push(at)
  return { text: plain, places }
}

function joined(ranges: readonly Range[]): Range[] {
  const all: Range[] = []
  for (const range of ranges.toSorted((a, b) => a.from - b.from)) {
    const last = all.at(-1)
    if (last && range.from <= last.to) all[all.length - 1] = { from: last.from, to: Math.max(last.to, range.to) }
    else all.push(range)
  }
  return all
}
