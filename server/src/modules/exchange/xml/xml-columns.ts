import { maxNameLength } from '../files/limits.ts'
import type { Surroundings } from './catalogue-groups.ts'
import type { Dialect, Entry } from './dialect.ts'
import { localName } from './parse-xml.ts'
import { languageOf, unitOf } from './signs.ts'
import { elementsIn, textIn, within, type XmlElement } from './xml-element.ts'

/** Attributes that tell apart elements of one name, and so are a part of the name of the column. */
const languages = new Set(['lang', 'xml:lang', 'language', 'languageCode', 'locale'])
const units = new Set([
  'unit',
  'unitCode',
  'uom',
  'currency',
  'currencyCode',
  'measurementUnitCode',
  'quantityUnitCode',
])
const kinds = new Set(['type', 'kind', 'purpose', 'role', 'key', 'name', 'price_type'])
/** A longer one is no name but a text. */
const maxKindLength = 50

/** Elements of HTML: they are the markup of a text. */
const markup = new Set(
  'a abbr b blockquote br code div em h1 h2 h3 h4 h5 h6 hr i img li ol p pre s small span strong sub sup table tbody td th thead tr u ul'.split(
    ' ',
  ),
)
/** Those that are hardly ever the names of anything else. */
const ofTexts = new Set('b br div em h1 h2 h3 h4 h5 h6 ol p span strong ul'.split(' '))

/**
 * The cells of a record by names that people read: paths of elements (`details/weight`), with an attribute behind `@`. An attribute that tells apart elements of one
 * name is put behind it: `title [de]`, `weight (kg)`. What comes several times is one cell with a line for each.
 */
export function columnsOfRecord(
  record: XmlElement,
  dialect: Dialect | undefined,
  surroundings: Surroundings,
): ReadonlyMap<string, string> {
  const cells = new Map<string, Set<string>>()
  const add = (name: string, text: string) => {
    const column = name.length > maxNameLength ? `${name.slice(0, maxNameLength - 1).toWellFormed()}…` : name
    const texts = cells.get(column) ?? new Set<string>()
    cells.set(column, texts)
    if (text !== '') texts.add(text)
  }
  const attributesOf = ({ attributes }: XmlElement, column: string) => {
    for (const [name, value] of Object.entries(attributes))
      if (!isTelling(name, value) && !name.startsWith('xmlns')) add(`${column}@${name}`, value.trim())
  }
  const walk = (element: XmlElement, path: string) => {
    for (const child of elementsIn(element)) {
      const local = localName(child.name)
      const entry = dialect?.entries.find((each) => each.element === local)
      if (entry !== undefined) {
        for (const [column, text] of cellsOfEntry(child, entry, surroundings)) add(column, text)
        continue
      }
      if (dialect?.unnamed.includes(local)) {
        walk(child, path)
        continue
      }
      const told = tellingOf(child, {
        language: dialect?.translated.includes(local) ? surroundings.language : undefined,
        hasKind: !dialect?.withoutKind.includes(local),
      })
      const column = `${path}${child.name}${told}`
      attributesOf(child, `${column}/`)
      const html = htmlIn(child)
      const hasMore = Object.keys(child.attributes).some((name) => !languages.has(name))
      if (html !== undefined) add(column, html)
      else if (elementsIn(child).length > 0) {
        const beside = ownTextIn(child)
        if (beside !== '') add(column, beside)
        walk(child, `${column}/`)
      } else if (textIn(child) !== '' || !hasMore) add(column, textIn(child))
    }
  }
  attributesOf(record, '')
  walk(record, '')
  // A record of text alone, with attributes.
  if (elementsIn(record).length === 0 && textIn(record) !== '') add(record.name, textIn(record))
  if (dialect?.groups !== undefined) {
    const { key: keys, column } = dialect.groups
    const key = elementsIn(record).find(({ name }) => keys.includes(localName(name)))
    for (const path of key === undefined ? [] : surroundings.groupsOf(textIn(key))) add(column, path)
  }
  return new Map([...cells].map(([column, texts]) => [column, [...texts].join('\n')]))
}

const isTelling = (name: string, value: string): boolean =>
  languages.has(name) || units.has(name) || (kinds.has(name) && value.trim().length <= maxKindLength)

/** ` [de]`, ` [net]`, ` (kg)`: the unit last, where headings have it. `language`: of an element that says none. */
function tellingOf(
  { attributes }: XmlElement,
  { language, hasKind }: { readonly language: string | undefined; readonly hasKind: boolean },
): string {
  let [inLanguage, ofKind, inUnit] = [language, '', '']
  for (const [name, value] of Object.entries(attributes)) {
    if (languages.has(name)) inLanguage = languageOf(value)
    else if (units.has(name)) inUnit = unitOf(value.trim())
    else if (hasKind && isTelling(name, value) && value.trim() !== '') ofKind += ` [${value.trim()}]`
  }
  return `${ofKind}${inLanguage ? ` [${inLanguage}]` : ''}${inUnit === '' ? '' : ` (${inUnit})`}`
}

function* cellsOfEntry(
  element: XmlElement,
  { name, parts, value, unit, isPrice, isAddress }: Entry,
  { language, currency, address }: Surroundings,
): Generator<readonly [string, string]> {
  const partIn = (of: string): string => {
    if (of.startsWith('@')) return element.attributes[of.slice(1)]?.trim() ?? ''
    const all = within(element, of)
    const own = all.find(({ attributes }) => attributes.lang !== undefined && languageOf(attributes.lang) === language)
    const found = own ?? all[0]
    return found === undefined ? '' : textIn(found)
  }
  const named = parts.reduce((text, { of, as, unless }) => {
    const part = partIn(of)
    return part === '' || part === unless ? text : text + as.replace('{}', () => part)
  }, name)
  const sign = (unit === undefined ? '' : unitOf(partIn(unit))) || (isPrice ? (currency ?? '') : '')
  const behind = sign === '' ? '' : ` (${sign})`
  for (const each of within(element, value)) {
    const { lang } = each.attributes
    const text = textIn(each)
    const isWhole = !isAddress || text === '' || /^[a-z]+:/i.test(text) || !/^https?:/i.test(address ?? '')
    yield [
      `${named}${lang === undefined ? '' : ` [${languageOf(lang)}]`}${behind}`,
      isWhole ? text : `${(address ?? '').replace(/\/$/, '')}/${text.replace(/^\//, '')}`,
    ]
  }
}

const ownTextIn = ({ parts }: XmlElement): string =>
  parts
    .filter((part) => typeof part === 'string')
    .join('')
    .trim()

/** What is in an element as HTML; undefined where it has no markup alone. */
function htmlIn(element: XmlElement): string | undefined {
  const elements = elementsIn(element)
  const isOfText = ownTextIn(element) !== '' || elements.some(({ name }) => ofTexts.has(localName(name).toLowerCase()))
  if (elements.length === 0 || !isOfText || !elements.every(isMarkup)) return undefined
  return element.parts.map(htmlOf).join('').trim()
}

const isMarkup = (element: XmlElement): boolean =>
  markup.has(localName(element.name).toLowerCase()) && elementsIn(element).every(isMarkup)

function htmlOf(part: string | XmlElement): string {
  if (typeof part === 'string') return escaped(part)
  const name = localName(part.name)
  const attributes = Object.entries(part.attributes)
    .filter(([each]) => !each.startsWith('xmlns'))
    .map(([each, value]) => ` ${each}="${escaped(value).replaceAll('"', '&quot;')}"`)
  return `<${name}${attributes.join('')}>${part.parts.map(htmlOf).join('')}</${name}>`
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
