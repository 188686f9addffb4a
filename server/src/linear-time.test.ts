import { type Field, type FieldType, fieldTypes } from '@pim/contract'
import {
  behaviourOf,
  fold,
  normalForm,
  partKey,
  richTextFromHtml,
  richTextFromText,
  slugFrom,
  textKey,
  validateField,
} from '@pim/field-types'
import { inOneGo } from '@pim/field-types/steps'
import { describe, expect, it } from '@rstest/core'
import { isWholeRun } from '../testing/budget.ts'
import { superlinearGrowth } from '../testing/growth.ts'
import { jsonBody } from './http/input/json.ts'
import { parseQuery } from './http/input/query-string.ts'
import { cleanFileName, contentDisposition } from './modules/binary/upload-file.ts'
import { htmlOfMarkdown } from './modules/content/imports/markdown.ts'
import { markdownOf } from './modules/content/imports/write-markdown.ts'
import { searchTermsOf } from './modules/content-index/write/search-terms.ts'
import { wordsOf } from './modules/content-index/write/search-words.ts'
import { CsvRecords } from './modules/exchange/files/csv-records.ts'
import { findDelimiter } from './modules/exchange/files/delimiter.ts'
import { jsonLineRow } from './modules/exchange/files/json-line-rows.ts'
import { nameKeyOf, normalizeName } from './modules/taxonomies/names.ts'

/** What a text is made of to find a function whose time grows faster than the text. */
const units: Readonly<Record<string, string>> = {
  'one letter': 'a',
  digits: '1',
  'a sign': '%',
  spaces: ' ',
  dashes: '-',
  'line ends': '\r\n',
  'alternating signs': '+-',
  'letters and points': 'a.',
  'compound words': 'ab-12/',
  'short words': 'ab ',
  addresses: 'a@b.',
  quotes: '"',
  backslashes: '\\',
  ampersands: '&',
  'equals signs': 'a=',
  brackets: '<',
  tags: '<b>',
  'end tags': '</p>',
  'attributes without an end': '<a href="',
  'marks out of order': '\u0301\u0316',
  'half-width marks': '\uff9e\u0301',
  'groups of digits': '111,',
  'surrogate pairs': '\u{10428}',
  ideographs: '東',
  'links of Markdown': '[a](',
  'images of Markdown': '![',
  'names of links': '[a]: b\n',
  'quotes of Markdown': '> a\n',
  'items of Markdown': '- a\n',
  'strong and soft words': '**a *b ',
  'underlined words': '_a__b',
  'code of Markdown': 'e`',
  'cells of Markdown': '|a',
  'letters that decompose': 'ﷺ',
  sigmas: 'Σ.',
}

const textOf = (unit: string) => (size: number) => `a${unit.repeat(lettersOf(size) / unit.length)}!`
const listOf =
  (entry: (at: number) => unknown) =>
  (size: number): unknown[] =>
    Array.from({ length: size / 10 }, (_, at) => entry(at))
const idOf = (at: number): string => `019a0000-0000-7000-8000-${at.toString(16).padStart(12, '0')}`
const documentOf = (block: (at: number) => unknown) => (size: number) => ({ type: 'doc', content: listOf(block)(size) })
const paragraphOf = (inline: (at: number) => unknown) => (size: number) => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: listOf(inline)(size) }],
})
const nested = (levels: number, inside: unknown): unknown =>
  levels === 0 ? inside : { type: 'blockquote', content: [nested(levels - 1, inside)] }
const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] })

/** What else a field can be sent, whatever its type. */
const structures: Readonly<Record<string, (size: number) => unknown>> = {
  'many short texts': listOf((at) => `a${at}`),
  'one text many times': listOf(() => 'a'),
  'many numbers': listOf((at) => at),
  'many ids': listOf(idOf),
  'many empty objects': listOf(() => ({})),
  'many amounts': listOf(() => ({ amount: '1e-400', currency: 'EUR' })),
  'an object of many keys': (size) => Object.fromEntries(listOf((at) => [`k${at}`, at])(size) as [string, number][]),
  'a long number': (size) => `1.${'0'.repeat(size)}`,
  'a measure with a long number': (size) => ({ amount: '9'.repeat(size), unit: 'METER' }),
  'rows of a table': (size) => Array.from({ length: size / 100 }, () => ({ text: 'a1'.repeat(50), number: '1.50' })),
  paragraphs: documentOf((at) => paragraph(`word ${at}`)),
  'empty paragraphs': documentOf(() => ({ type: 'paragraph' })),
  'deep quotations': documentOf((at) => nested(5, paragraph(`word ${at}`))),
  'unknown nodes': documentOf(() => ({ type: 'x' })),
  'texts without marks': paragraphOf(() => ({ type: 'text', text: 'ü' })),
  'texts of marks': paragraphOf(() => ({ type: 'text', text: '\u0301\u0316' })),
  'texts with the same mark': paragraphOf(() => ({ type: 'text', text: 'a', marks: [{ type: 'bold' }] })),
  links: paragraphOf((at) => ({
    type: 'text',
    text: 'a',
    marks: [{ type: 'link', attrs: { href: `https://example.com/${at}` } }],
  })),
  'many marks': (size) =>
    paragraphOf(() => ({ type: 'text', text: 'a', marks: listOf(() => ({ type: 'bold' }))(size) }))(10),
}

const settings: Partial<Record<FieldType, Field['settings']>> = {
  text: { pattern: '(?:[a-z]{1,5}[0-9]?)*x' },
  identifier: { pattern: '[^\\s]+-?[^\\s]+' },
  table: {
    columns: [
      { technicalName: 'text', friendlyName: {}, type: 'text', settings: { pattern: '(?:[a-z]{1,5}[0-9]?)*' } },
      { technicalName: 'number', friendlyName: {}, type: 'decimal' },
    ],
  },
  group: { fields: [{ technicalName: 'text', friendlyName: {}, type: 'longText' }] },
}

/** Everything that a value goes through when it is saved, found, delivered or exported. */
const uses: Readonly<Record<string, (field: Field, value: unknown) => unknown>> = {
  read: (field, value) => behaviourOf(field).read(value),
  validate: validateField,
  isEmpty: (field, value) => behaviourOf(field).isEmpty(value),
  filter: (field, value) =>
    behaviourOf(field).operators.map((operator) => [
      inOneGo(behaviourOf(field).filterInSteps({ operator, value })),
      inOneGo(behaviourOf(field).filterInSteps({ operator, values: [value, value] })),
    ]),
  readText: (field, value) => typeof value === 'string' && behaviourOf(field).readText(value),
  filterByTexts: (field, value) =>
    typeof value === 'string' && inOneGo(behaviourOf(field).filterByTextsInSteps([value])),
}
/** What is asked of values that could be kept. */
const usesOfKept: typeof uses = {
  indexKeys: (field, value) => behaviourOf(field).indexKeys(value),
  sortKey: (field, value) => behaviourOf(field).sortKey(value),
  uniqueKey: (field, value) => behaviourOf(field).uniqueKey(value),
  references: (field, value) => behaviourOf(field).references(value),
  plainText: (field, value) => behaviourOf(field).plainText(value),
  searchText: (field, value) => behaviourOf(field).searchText(value),
  deliver: (field, value) => behaviourOf(field).deliver(value),
  toText: (field, value) => behaviourOf(field).toText(value),
}

const size = 10_000
/** A quarter of that is enough to find quadratic time: four times 2,500 letters take 100 million steps. Lists have fewer entries than letters, and stay as long. */
const lettersOf = (length: number): number => (isWholeRun ? length : length / 4)
/** A text of a few characters more is refused, and the functions for kept values never see it. */
const isKept = (field: Field, value: unknown): boolean => !validateField(field, value).some(({ isShape }) => isShape)

const fieldOf = (type: FieldType): Field => ({ technicalName: type, friendlyName: {}, type })

/** Functions of one text. */
const functions: Readonly<Record<string, (text: string) => unknown>> = {
  'numbers of a file': (text) => behaviourOf(fieldOf('price')).readText(text, {}),
  'moments of a file': (text) => behaviourOf(fieldOf('dateTime')).readText(text, { timeZone: 'Europe/Berlin' }),
  fold,
  textKey,
  partKey,
  normalForm: (text) => [normalForm(text, 'NFC'), normalForm(text, 'NFKD')],
  slugFrom: (text) => slugFrom(text),
  richTextFromHtml: (text) => richTextFromHtml(text),
  richTextFromText,
  htmlOfMarkdown,
  markdownOf: (text) => {
    const words = { type: 'text', text }
    const ends = [...text].map((letter) =>
      letter === 'a' ? { ...words, text: letter, marks: [{ type: 'bold' }] } : { type: 'hardBreak' },
    )
    const nodes = [words, { ...words, marks: [{ type: 'code' }] }, ...ends]
    const content = ['paragraph', 'heading', 'codeBlock'].map((type) => ({ type, attrs: { level: 1 }, content: nodes }))
    return markdownOf({ type: 'doc', content })
  },
  wordsOf,
  searchTermsOf,
  nameKeyOf,
  normalizeName,
  cleanFileName,
  contentDisposition: (text) => contentDisposition('attachment', text),
  parseJsonBody: (text) =>
    [text, [text], { [text]: text }].map((value) => inOneGo(jsonBody(Buffer.from(JSON.stringify(value))))),
  findDelimiter,
  csvRecords: (text) =>
    [text, `"${text}`, `"${text}"${text}`, `"${text.replaceAll('"', '""')}"`].map((file) => {
      const records = new CsvRecords(',')
      return [...records.read(file.slice(0, -1)), ...records.read(file.slice(-1))]
    }),
  jsonLineRow: (text) =>
    [text, JSON.stringify({ [text]: text }), `{"${text}`, `{${JSON.stringify(text).repeat(2)}}`].map((line) =>
      jsonLineRow(line, 1),
    ),
  parseQuery: (text) => parseQuery(`a=${encodeURIComponent(text)}&${encodeURIComponent(text)}=b`, 'field.'),
}

describe('time that grows with what a caller sends', () => {
  it.each(Object.entries(functions))('is linear: %s', (_name, call) => {
    const worse = Object.entries(units).flatMap(([name, unit]) => {
      const growth = superlinearGrowth(textOf(unit), size, call)
      return growth === null ? [] : [`${name}: ${growth.toFixed(1)} times as long for 4 times the text`]
    })
    expect(worse).toEqual([])
  })

  const inputs = {
    ...Object.fromEntries(Object.entries(units).map(([name, unit]) => [name, textOf(unit)])),
    ...structures,
  }
  // Each of them reads what it is sent in a way of its own; the other types are made of their parts.
  const usual: readonly FieldType[] = ['identifier', 'richText', 'json', 'table']
  it.each(isWholeRun ? fieldTypes : usual)('is linear: a value of the type %s', (type) => {
    const field: Field = { technicalName: 'field', friendlyName: {}, type, settings: settings[type] }
    const worse = Object.entries(inputs).flatMap(([name, inputOf]) => {
      const kept = (length: number) => behaviourOf(field).read(inputOf(length)).value
      const found = grown(inputOf, uses, name, field)
      return isKept(field, inputOf(size * 4)) ? [...found, ...grown(kept, usesOfKept, name, field)] : found
    })
    expect(worse).toEqual([])
  })
})

function grown(inputOf: (size: number) => unknown, calls: typeof uses, name: string, field: Field): string[] {
  return Object.entries(calls).flatMap(([use, call]) => {
    const growth = superlinearGrowth(inputOf, size, (value) => call(field, value))
    return growth === null ? [] : [`${use} of ${name}: ${growth.toFixed(1)} times as long for 4 times the value`]
  })
}
