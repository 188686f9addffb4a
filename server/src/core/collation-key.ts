import { createHash } from 'node:crypto'

/**
 * Keys whose code point order is the order in which readers of a language look a word up, as ICU's collators have it. ICU
 * makes such keys itself, but neither Node nor PostgreSQL gives them out, so the order of letters is asked of
 * `Intl.Collator`, once for each language, and a key is written from the places of the letters (ADR 41).
 */

/** Longest key in characters: a row of an index is limited in size. */
const maxKeyLength = 200

/** Between the letters and what tells words of the same letters apart. */
const endOfLetters = '\u0001'

/** What sorts before all letters of a table. */
const start = '\u0002'

/** What a table does not list follows in the order of its numbers, behind every letter. */
const unlisted = '\uE000'

/** Letters between two of the common ones: behind all words that go on after the first. */
const firstBetween = 0xf000

interface Place {
  /** What stands for the letter in a key. */
  readonly key: string
  /** Whether the letter is not the one that stands for its place: it has an accent, or is a form of it. */
  readonly isForm: boolean
}

type Letters = ReadonlyMap<string, Place>

interface LetterOrder {
  readonly letters: Letters
  /** As ICU calls the language, for its lower case: that of a Turkish I is ı. */
  readonly locale: string
}

/** The key of a text for lists of a language; case counts for nothing, accents only between texts of the same letters. */
export function collationKey(text: string, languageCode: string): string {
  const { letters, locale } = orderOf(languageCode)
  const written = inOrderOfSound(
    text
      .slice(0, 2 * maxKeyLength)
      .toWellFormed()
      .normalize('NFC')
      .toLocaleLowerCase(locale),
  )
  let key = ''
  let forms = ''
  for (let at = 0; at < written.length && key.length < maxKeyLength; ) {
    const [letter, place] = letterAt(letters, written, at)
    key += place.key
    // In words of the same letters a later accent sorts before an earlier one, as none does before any.
    if (place.isForm) forms += String.fromCodePoint(0x200 - at) + letter
    at += letter.length
  }
  const whole = forms === '' ? key : key + endOfLetters + forms
  return whole.slice(0, maxKeyLength).toWellFormed()
}

/** The longest letter of the language that begins here: of four characters at most. */
function letterAt(letters: Letters, text: string, at: number): readonly [string, Place] {
  for (const length of [4, 3, 2]) {
    const letter = text.slice(at, at + length)
    const place = letters.get(letter)
    if (place !== undefined && letter.length === length) return [letter, place]
  }
  const letter = String.fromCodePoint(text.codePointAt(at) ?? 0)
  const isOfScript = letter === '가' || (letter === '一' && !letters.has('丁'))
  return [letter, (isOfScript ? undefined : letters.get(letter)) ?? placeOfUnlisted(letters, letter)]
}

/** Syllables and characters in the order of their numbers have one place for all; compatibility forms are spelled out. */
function placeOfUnlisted(letters: Letters, letter: string): Place {
  if (/[\p{Cc}\p{Cf}]/u.test(letter)) return { key: '', isForm: false }
  const script = isSyllable(letter) ? letters.get('가') : /\p{sc=Han}/u.test(letter) ? letters.get('一') : undefined
  if (script !== undefined) return { key: script.key + letter, isForm: false }
  const plain = letter.normalize('NFKD')
  if (plain === letter) return { key: unlisted + letter, isForm: false }
  const keys = [...plain].map((part) => letters.get(part)?.key ?? unlisted + part)
  return { key: keys.join(''), isForm: true }
}

const isSyllable = (letter: string) => letter >= '가' && letter <= '힣'

/** Thai and Lao write some vowels before the consonant that is spoken, and looked up, first. */
const inOrderOfSound = (text: string): string => text.replace(/([\u0E40-\u0E44\u0EC0-\u0EC4])(\p{Lo})/gu, '$2$1')

const range = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, at) => String.fromCharCode(from + at))

const isListed = (character: string) => /\P{Cn}/u.test(character) && character === character.toLowerCase()

/** The characters with a place of one character in a key: those that most names are made of. */
const common = [
  [0x20, 0x7e],
  [0x3b1, 0x3c9],
  [0x430, 0x45f],
  [0x561, 0x587],
  [0x5d0, 0x5ea],
  [0x621, 0x6cc],
  [0x900, 0xdff],
  [0xe01, 0xeff],
  [0x10d0, 0x10ff],
  [0x1780, 0x17ff],
  [0x3041, 0x3096],
  [0x30a1, 0x30ff],
]
  .flatMap(([from = 0, to = 0]) => range(from, to))
  .filter(isListed)

const others = [
  [0xa0, 0x24f],
  [0x300, 0x36f],
  [0x370, 0x52f],
  [0x5b0, 0x6ff],
  [0x1e00, 0x1fff],
  [0x2010, 0x205e],
  [0x20a0, 0x20c0],
  [0x2100, 0x2150],
  [0x3001, 0x3030],
]
  .flatMap(([from = 0, to = 0]) => range(from, to))
  .filter(isListed)

/** Two or three characters that are one letter somewhere. */
const compounds = [
  'aa',
  'ch',
  'dz',
  'dž',
  'dzs',
  'cs',
  'gy',
  'ly',
  'lj',
  'nj',
  'ny',
  'sz',
  'ty',
  'zs',
  'dd',
  'ff',
].concat(['ng', 'll', 'rr', 'ph', 'rh', 'th', 'dh', 'gj', 'sh', 'xh', 'zh', 'għ', 'ie'])

/** How a letter of several characters is written twice: only the first character is doubled, as Hungarian `nny` for `ny` and `ny`. */
const doubled = (compound: string): string => compound.charAt(0) + compound

/** What a character is made of where no table of Unicode says so. */
const spelled: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th', آ: 'اا' }

/** Sorts behind every letter of the Latin alphabet, in every language. */
const behindLatin = 'ω'

/** Languages with an order of their own for Chinese characters. Asking for it takes a tenth of a second. */
const ideographic: ReadonlySet<string> = new Set(['zh', 'ja', 'ko', 'yue'])

/** By language tag. Languages that sort alike, as most with Latin letters, share a table. */
const orders = new Map<string, LetterOrder>()
const tablesByOrder = new Map<string, Letters>()
/** Tags are what administrators type, so they are not kept without a bound. */
const maxKnownTags = 2_000

function orderOf(languageCode: string): LetterOrder {
  const known = orders.get(languageCode)
  if (known !== undefined) return known
  const collator = collatorOf(languageCode)
  const { locale } = collator.resolvedOptions()
  const order = orders.get(locale) ?? { letters: tableOf(collator), locale }
  if (orders.size >= maxKnownTags) orders.clear()
  orders.set(locale, order).set(languageCode, order)
  return order
}

const options = { sensitivity: 'base', usage: 'sort', ignorePunctuation: false, numeric: false } as const

function collatorOf(languageCode: string): Intl.Collator {
  try {
    return new Intl.Collator([languageCode, 'en'], options)
  } catch {
    return new Intl.Collator('en', options)
  }
}

type Compare = Intl.Collator['compare']

function tableOf(collator: Intl.Collator): Letters {
  const { compare } = collator
  const [language = ''] = collator.resolvedOptions().locale.split('-')
  const han = ideographic.has(language) ? range(0x4e00, 0x9fff) : ['一']
  const isOfOnePlace = new Set([...common, '가', ...han])
  const asked = [...new Set([...common, ...others, '가', ...han])]
  const ignored = asked.filter((each) => compare(each, '') === 0)
  const rest = asked.filter((each) => !ignored.includes(each))
  const spelledOut = new Map(rest.flatMap((each) => partsOf(compare, each)))
  const own = rest.filter((each) => !spelledOut.has(each))
  const letters = compounds.filter((each) => isLetter(compare, each))
  own.push(...letters)
  for (const each of letters) if (compare(doubled(each), each + each) === 0) spelledOut.set(doubled(each), [each, each])
  own.sort((one, other) => compare(one, other) || Number(isOfOnePlace.has(other)) - Number(isOfOnePlace.has(one)))
  const order = createHash('sha256').update(`${own.join()} ${ignored.join()}`).digest('base64')
  const known = tablesByOrder.get(order)
  if (known !== undefined) return known
  const places = placesOf(own, isOfOnePlace, compare)
  for (const [each, parts] of spelledOut)
    places.set(each, { key: parts.map((part) => places.get(part)?.key ?? '').join(''), isForm: true })
  for (const each of ignored) places.set(each, { key: '', isForm: true })
  tablesByOrder.set(order, places)
  return places
}

function placesOf(own: readonly string[], isOfOnePlace: ReadonlySet<string>, compare: Compare): Map<string, Place> {
  const places = new Map<string, Place>()
  let [at, between] = [0x1f, firstBetween]
  let [last, key] = ['', '']
  for (const each of own) {
    const isForm = last !== '' && compare(last, each) === 0
    if (!isForm) {
      last = each
      if (isOfOnePlace.has(each)) {
        at += 1
        between = firstBetween
        key = String.fromCharCode(at)
      } else {
        key = (at === 0x1f ? start : String.fromCharCode(at)) + String.fromCharCode(between)
        between += 1
      }
    }
    places.set(each, { key, isForm })
  }
  return places
}

/** A compound is a letter where it does not sort as its first character followed by something. */
function isLetter(compare: Compare, compound: string): boolean {
  const [first = ''] = compound
  return compare(compound, first + behindLatin) > 0 || compare(compound, first) < 0
}

/** The letters that a character sorts as, where it sorts as several. */
function partsOf(compare: Compare, character: string): [string, string[]][] {
  const plain = spelled[character] ?? character.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const parts = isSyllable(character) ? [] : [...plain]
  return parts.length > 1 && compare(character, plain) === 0 ? [[character, parts]] : []
}
