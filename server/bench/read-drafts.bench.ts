import type { ContentType, Field, ImportColumnReading, ImportMapping } from '@pim/contract'
import { planImport } from '../src/modules/content/imports/import-plan.ts'
import { draftsOf } from '../src/modules/content/imports/map-rows.ts'
import { readRows } from '../src/modules/exchange/index.ts'
import { print } from './measure.ts'

/** Rows of twenty columns that one process reads in a second of CPU time. */
const bar = 5_000
const rowCount = 20_000
const chunkBytes = 65_536
const variationId = '019a0000-0000-7000-8000-000000000001'

type Column = readonly [
  name: string,
  type: Field['type'],
  settings: object,
  cell: (row: number) => string,
  reading?: ImportColumnReading,
]

const options = ['red', 'green', 'blue'].map((code) => ({ code, label: { 'en-US': code } }))
const columns: readonly Column[] = [
  ['sku', 'identifier', {}, (row) => `SKU-${row}`],
  ['title', 'text', {}, (row) => `Lamp number ${row}`],
  ['summary', 'longText', {}, (row) => `A lamp of ${row % 97} watts, with a shade of linen. `.repeat(4)],
  ['body', 'richText', {}, (row) => `<p>A <b>lamp</b> number ${row}.</p><ul><li>one</li><li>two</li></ul>`],
  ['stock', 'integer', {}, (row) => String(row % 500)],
  ['rating', 'decimal', {}, (row) => `${row % 5}.${row % 10}`],
  ['weight', 'measurement', { family: 'Weight' }, (row) => `${row % 50}.5 kg`],
  ['width', 'measurement', { family: 'Length' }, (row) => String(row), { unit: 'CENTIMETER' }],
  ['price', 'price', { currencies: ['EUR', 'SEK'] }, (row) => `${row}.95`, { currency: 'EUR' }],
  ['cost', 'price', {}, (row) => `${row % 500}.95 EUR; ${row % 5_000} SEK`],
  ['since', 'date', {}, (row) => `${(row % 28) + 1}.03.${1990 + (row % 30)}`, { dates: 'dayFirst' }],
  [
    'changed',
    'dateTime',
    {},
    (row) => `2026-03-0${(row % 9) + 1} 1${row % 10}:3${row % 7}`,
    { timeZone: 'Europe/Berlin' },
  ],
  ['isNew', 'boolean', {}, (row) => (row % 2 === 0 ? 'yes' : 'no')],
  ['color', 'select', { options }, (row) => ['Red', 'green', 'BLUE'][row % 3] ?? ''],
  ['colors', 'multiSelect', { options }, () => 'red, green'],
  ['page', 'url', {}, (row) => `https://shop.example/lamps/${row}`],
  ['mail', 'email', {}, (row) => `lamp${row}@shop.example`],
  ['tags', 'concepts', {}, (row) => `lamp, ${row % 50}`],
  ['slug', 'slug', {}, (row) => `lamp-${row}`],
  ['note', 'text', {}, (row) => `note ${row}, with "quotes"`],
]

const quoted = (text: string) => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** How many rows of a file become drafts of items in a second, in one process and without the database. */
export async function benchReadDrafts(): Promise<boolean> {
  const lines = Array.from({ length: rowCount }, (_, row) => columns.map(([, , , cell]) => quoted(cell(row))).join(','))
  const bytes = Buffer.from([columns.map(([name]) => name).join(','), ...lines].join('\n'))
  const plan = planImport(
    type,
    [{ variationId, friendlyName: '', languageCode: 'en-US', fallbackVariationId: null, isDefault: true }],
    mapping,
  )
  const shape = { format: 'csv', encoding: 'utf-8', delimiter: ',' } as const
  function* open() {
    for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes)
  }
  const since = process.cpuUsage()
  let read = 0
  let wrong = 0
  for await (const { errors } of draftsOf(plan, readRows(open, shape), shape.format)) {
    read += 1
    wrong += errors.length
  }
  const taken = secondsSince(since)
  const sincePlain = process.cpuUsage()
  const cells = bytes
    .toString()
    .split('\n')
    .reduce((sum, line) => sum + line.split(',').length, 0)
  const plain = secondsSince(sincePlain)
  const rate = read / taken
  const isMet = rate >= bar && read === rowCount && wrong === 0
  print(`A file of ${(bytes.length / 1e6).toFixed(0)} MB with ${columns.length} columns, read into drafts`, [
    ['', 'rows a second of CPU time', 'bar', 'ratio', ''],
    [`${read} rows, ${wrong} cells wrong`, rate.toFixed(0), `≥ ${bar}`, '', isMet ? 'met' : 'MISSED'],
    [
      `split at line ends and commas, ${cells} cells`,
      (rowCount / plain).toFixed(0),
      '',
      `${(taken / plain).toFixed(0)} ×`,
    ],
  ])
  return isMet
}

function secondsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}

const type = {
  technicalName: 'product',
  friendlyName: {},
  kind: 'user',
  titleField: 'title',
  fields: columns.map(([technicalName, ofType, settings]) => ({
    technicalName,
    friendlyName: {},
    type: ofType,
    settings: { ...settings },
    localizable: false,
    unique: technicalName === 'sku' ? 'tenant' : 'none',
  })),
} satisfies ContentType

const mapping: ImportMapping = {
  importFileId: variationId,
  technicalContentTypeName: type.technicalName,
  keyField: 'sku',
  columns: columns.map(([column, , , , reading = {}]) => ({
    column,
    target: { kind: 'field', technicalFieldName: column },
    reading,
  })),
  mode: 'upsert',
  emptyCells: 'leave',
  numbers: 'point',
  dates: 'iso',
  publishes: false,
}
