/** How words that are typed wrong are found: by what they would be with one letter changed, and by how far two words differ. */

const lettersFrom = (first: number, last: number): string =>
  String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, at) => first + at)).replace(
    /[^\p{L}\p{M}]/gu,
    '',
  )

/** Letters that are tried, by script: those of the index, which have no accents. Vowel signs of Indic scripts are as letters. */
const alphabets: readonly (readonly [RegExp, string])[] = [
  [/^\p{Script=Latin}/u, 'abcdefghijklmnopqrstuvwxyz'],
  [/^\p{Script=Cyrillic}/u, 'абвгдежзийклмнопрстуфхцчшщъыьэюяіїєґ'],
  [/^\p{Script=Greek}/u, 'αβγδεζηθικλμνξοπρστυφχψω'],
  [/^\p{Script=Hebrew}/u, 'אבגדהוזחטיכךלמםנןסעפףצץקרשת'],
  [/^\p{Script=Arabic}/u, 'ابتثجحخدذرزسشصضطظعغفقكلمنهويءئؤپچژکگی'],
  [/^\p{Script=Armenian}/u, lettersFrom(0x561, 0x587)],
  [/^\p{Script=Georgian}/u, lettersFrom(0x10d0, 0x10f0)],
  [/^\p{Script=Devanagari}/u, lettersFrom(0x901, 0x94d)],
  [/^\p{Script=Bengali}/u, lettersFrom(0x981, 0x9cd)],
  [/^\p{Script=Gurmukhi}/u, lettersFrom(0xa01, 0xa4d)],
  [/^\p{Script=Gujarati}/u, lettersFrom(0xa81, 0xacd)],
  [/^\p{Script=Tamil}/u, lettersFrom(0xb82, 0xbcd)],
  [/^\p{Script=Telugu}/u, lettersFrom(0xc01, 0xc4d)],
  [/^\p{Script=Kannada}/u, lettersFrom(0xc81, 0xccd)],
  [/^\p{Script=Malayalam}/u, lettersFrom(0xd01, 0xd4d)],
]

/** Longer words are not tried: they are found by their parts, and what is tried grows with the square of their length. */
export const longestWord = 24

/** The words that one letter more, less, another one, or two neighbours changed would make of it. */
export function oneLetterOff(word: string): string[] {
  const letters = [...word]
  const alphabet = alphabets.find(([script]) => script.test(word))?.[1]
  if (alphabet === undefined || letters.length > longestWord) return []
  const made = new Set<string>()
  const add = (at: number, taken: number, put: string) =>
    made.add(letters.slice(0, at).join('') + put + letters.slice(at + taken).join(''))
  for (let at = 0; at <= letters.length; at++) {
    for (const letter of alphabet) {
      add(at, 0, letter)
      if (at < letters.length) add(at, 1, letter)
    }
    if (at < letters.length) add(at, 1, '')
    if (at + 1 < letters.length) add(at, 2, `${letters[at + 1]}${letters[at]}`)
  }
  made.delete(word)
  return [...made]
}

/** How many letters of a word may be wrong. */
export const mayBeWrong = (word: string): number => {
  const { length } = [...word]
  return length < 4 ? 0 : length < 8 ? 1 : 2
}

/**
 * How many letters have to be put in, taken out, changed, or changed with their neighbour to make one word of the other;
 * `most + 1` where it is more than that.
 */
export function lettersBetween(one: string, other: string, most: number): number {
  const [from, to] = [[...one], [...other]]
  if (Math.abs(from.length - to.length) > most) return most + 1
  let [before, last]: number[][] = [[], Array.from({ length: to.length + 1 }, (_, at) => at)]
  for (const [at, letter] of from.entries()) {
    const row = [at + 1]
    for (const [place, wanted] of to.entries()) {
      const changed = (last?.[place] ?? 0) + (letter === wanted ? 0 : 1)
      const least = Math.min(changed, (last?.[place + 1] ?? 0) + 1, (row[place] ?? 0) + 1)
      const isSwapped = at > 0 && place > 0 && letter === to[place - 1] && from[at - 1] === wanted
      row.push(isSwapped ? Math.min(least, (before?.[place - 1] ?? 0) + 1) : least)
    }
    if (Math.min(...row) > most) return most + 1
    before = last
    last = row
  }
  return last?.at(-1) ?? most + 1
}

/** Of a text without spaces between words, the part that is nearest to a word, and by how many characters it differs. */
export function nearestPart(word: string, text: string, most: number): { readonly part: string; readonly off: number } {
  const characters = [...text]
  const { length } = [...word]
  const sizes = Array.from({ length: 2 * most + 1 }, (_, at) => length + (at % 2 === 0 ? at / 2 : -(at + 1) / 2))
  let best = { part: '', off: most + 1 }
  // Of equal ones, the part that is as long as the word.
  for (const size of sizes.filter((each) => each > 0))
    for (let from = 0; from + size <= characters.length; from++) {
      const part = characters.slice(from, from + size).join('')
      const off = lettersBetween(word, part, most)
      if (off < best.off) best = { part, off }
    }
  return best
}

/** Without what people leave out or put in: `MH-01`, `MH 01` and `mh01` are one. */
export const squashed = (folded: string): string => folded.replace(/[\s\-._/]/gu, '')
