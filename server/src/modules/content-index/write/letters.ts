import { fold, normalForm } from '@pim/field-types'
import { Converter } from 'opencc-js/t2cn'

/**
 * A word in two forms. `plain` is without case and accents. `kept` has the letters that are letters of their own in some
 * language: `får` is another word than `fara` for readers of Swedish, who type both. Where a word has none, they are equal.
 */
export interface Forms {
  readonly plain: string
  readonly kept: string
}

/** Letters with marks that are letters of their own, and stand-ins that folding leaves alone (private use). */
const letters = 'åäöæøõüñ'
const standIns = '\ue000\ue001\ue002\ue003\ue004\ue005\ue006\ue007'
/** Never folded: without its breve it is another letter everywhere, and PostgreSQL's stemmer needs it. */
const shortI = { letter: 'й', standIn: '\ue008' }

/** In which languages they are not folded: their readers have keys for them. */
const lettersOf: Readonly<Record<string, string>> = {
  da: 'æøå',
  es: 'ñ',
  et: 'õäöü',
  fi: 'åäö',
  gl: 'ñ',
  is: 'æö',
  nb: 'æøå',
  nn: 'æøå',
  no: 'æøå',
  sv: 'åäö',
}

const isPlain = /^[ -~\s]*$/
const kept = new RegExp(`[${letters}${shortI.letter}]`, 'gu')
const stoodIn = new RegExp(`[${standIns}${shortI.standIn}]`, 'gu')
const standInOf = new Map([...letters].map((letter, at) => [letter, standIns.charAt(at)]))
standInOf.set(shortI.letter, shortI.standIn)
const letterOf = new Map([...standInOf].map(([letter, standIn]) => [standIn, letter]))

/** A text as it is searched, with letters of some language kept. */
export function keptForm(text: string): string {
  if (isPlain.test(text)) return fold(text)
  // Stand-ins in the text itself would come back as letters.
  const composed = normalForm(text.replace(stoodIn, ' '), 'NFC').toLowerCase()
  const folded = fold(composed.replace(kept, (letter) => standInOf.get(letter) ?? letter))
  return unified(folded.replace(stoodIn, (standIn) => letterOf.get(standIn) ?? standIn))
}

/** The same word without them. */
export const plainForm = (keptText: string): string =>
  isPlain.test(keptText)
    ? keptText
    : fold(keptText.replaceAll(shortI.letter, shortI.standIn)).replaceAll(shortI.standIn, shortI.letter)

/** A word as somebody types it in a language: with its letters if it has some that are letters there, else without. */
export function typedForm(keptWord: string, languageCode: string): string {
  const [language = ''] = languageCode.toLowerCase().split('-')
  const own = Object.hasOwn(lettersOf, language) ? (lettersOf[language] ?? '') : ''
  return [...own].some((letter) => keptWord.includes(letter)) ? keptWord : plainForm(keptWord)
}

const arabicMarks = /[\u064b-\u0652\u0670\u0640]/g
const hebrewPoints = /[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7]/g
const arabicLetters: Readonly<Record<string, string>> = { أ: 'ا', إ: 'ا', آ: 'ا', ٱ: 'ا', ى: 'ي', ة: 'ه' }
const han = /\p{Script=Han}/gu

/** What readers take for one: vowel signs or none, forms of alef, simplified and traditional characters. */
const unified = (text: string): string =>
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
