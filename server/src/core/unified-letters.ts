import { Converter } from 'opencc-js/t2cn'

const arabicMarks = /[\u064b-\u0652\u0670\u0640]/g
const hebrewPoints = /[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7]/g
const arabicLetters: Readonly<Record<string, string>> = { أ: 'ا', إ: 'ا', آ: 'ا', ٱ: 'ا', ى: 'ي', ة: 'ه' }
const han = /\p{Script=Han}/gu

/** What readers take for one: vowel signs or none, forms of alef, simplified and traditional characters. */
export const unifiedLetters = (text: string): string =>
  text
    .replace(arabicMarks, '')
    .replace(hebrewPoints, '')
    .replace(/[أإآٱىة]/g, (letter) => arabicLetters[letter] ?? letter)
    .replace(han, simplified)

const convert = Converter({ from: 't', to: 'cn' })
const characters = new Map<string, string>()

/** One character at a time, as there are some ten thousand: whole words would be put into the words of a region. */
function simplified(character: string): string {
  const known = characters.get(character)
  if (known !== undefined) return known
  const made = convert(character)
  characters.set(character, made)
  return made
}
