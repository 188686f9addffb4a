import { fold, normalForm } from '@pim/field-types'
import { unifiedLetters } from '../../../core/unified-letters.ts'

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
  return unifiedLetters(folded.replace(stoodIn, (standIn) => letterOf.get(standIn) ?? standIn))
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
