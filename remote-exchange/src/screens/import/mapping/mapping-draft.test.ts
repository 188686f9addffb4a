import type { ContentType, ImportColumnTarget, ImportInspection, Variation } from '@pim/contract'
import { describe, expect, it } from '@rstest/core'
import { unknownWords } from './column-readings.ts'
import {
  cellsOf,
  linkKeys,
  type MappingDraft,
  mappingOf,
  mappingProblems,
  proposedDraft,
  takeOver,
  withColumn,
  withoutOpen,
} from './mapping-draft.ts'

const english = 'e0000000-0000-7000-8000-000000000001'
const swedish = 'e0000000-0000-7000-8000-000000000002'
const variations: Variation[] = [english, swedish].map((variationId, index) => ({
  variationId,
  friendlyName: variationId,
  languageCode: index === 0 ? 'en-US' : 'sv-SE',
  fallbackVariationId: null,
  isDefault: index === 0,
}))
const type: ContentType = {
  technicalName: 'product',
  friendlyName: {},
  kind: 'user',
  fields: [
    { technicalName: 'sku', friendlyName: {}, type: 'identifier', unique: 'tenant', localizable: false },
    { technicalName: 'title', friendlyName: {}, type: 'text' },
    { technicalName: 'weight', friendlyName: {}, type: 'integer', localizable: false },
    {
      technicalName: 'parts',
      friendlyName: {},
      type: 'links',
      settings: { contentTypeTechnicalNames: ['product'] },
    },
  ],
}

const field = (technicalFieldName: string, variationId?: string): ImportColumnTarget => ({
  kind: 'field',
  technicalFieldName,
  ...(variationId !== undefined && { variationId }),
})
const draftOf = (targets: Record<string, ImportColumnTarget>, more: Partial<MappingDraft> = {}): MappingDraft => ({
  technicalContentTypeName: 'product',
  columns: Object.entries(targets).map(([column, target]) => ({ column, target })),
  mode: 'upsert',
  emptyCells: 'leave',
  numbers: 'point',
  dates: 'iso',
  publishes: false,
  ...more,
})
const problemsOf = (...args: Parameters<typeof draftOf>) => mappingProblems(draftOf(...args), type, variations)
const codesOf = (...args: Parameters<typeof draftOf>) => problemsOf(...args).map(({ code }) => code)

const inspection: ImportInspection = {
  shape: { format: 'csv', encoding: 'utf-8', delimiter: ';' },
  encodingFoundBy: 'bytes',
  sheets: [],
  columns: ['SKU', 'Titel', 'Note'],
  firstRows: [
    ['A1', 'Lamp', ''],
    ['A2', 'Lamp', null],
    ['A3', 'Desk', ' '],
  ],
  proposal: [
    { column: 'SKU', target: field('sku'), confidence: 'certain' },
    { column: 'Titel', target: field('title', swedish), confidence: 'likely' },
    { column: 'Note', target: { kind: 'ignored' }, confidence: null },
  ],
  proposedKeyField: 'sku',
  proposedNumbers: 'comma',
  proposedDates: 'dayFirst',
  proposedRichTexts: 'html',
  problems: [],
}

const weightColumn = { column: 'Note', target: field('weight'), reading: { numbers: 'comma' as const } }

describe('a mapping', () => {
  it('begins as it is proposed, each column with its reading', () => {
    const proposal = [...inspection.proposal.slice(0, 2), { ...weightColumn, confidence: 'likely' as const }]
    expect(proposedDraft({ ...inspection, proposal }, type)).toEqual({
      ...draftOf({ SKU: field('sku'), Titel: field('title', swedish) }, { keyField: 'sku' }),
      columns: [
        { column: 'SKU', target: field('sku') },
        { column: 'Titel', target: field('title', swedish) },
        weightColumn,
      ],
    })
  })

  it('shows each sample of a column once, and no empty cell', () => {
    expect(cellsOf(inspection, 'Titel')).toEqual(['Lamp', 'Desk'])
    expect(cellsOf(inspection, 'Note')).toEqual([])
  })

  it('asks for the meaning of words that name units or currencies, and of no amount', () => {
    const price = {
      technicalName: 'price',
      friendlyName: {},
      type: 'price',
      settings: { currencies: ['EUR'] },
    } as const
    expect(unknownWords(price, {}, ['49.90'])).toEqual([])
    expect(unknownWords(price, { codeColumn: 'money' }, ['49.90'], ['EUR', 'Taler'])).toEqual(['Taler'])
  })

  it('is sent with the file, and as it is read only where somebody has said so', () => {
    const draft = draftOf({ SKU: field('sku') })
    expect(mappingOf(draft, 'f', undefined)).toEqual({ ...draft, importFileId: 'f' })
    const shape = { format: 'xlsx', sheet: 'Goods' } as const
    expect(mappingOf(draft, 'f', shape)).toEqual({ ...draft, importFileId: 'f', shape })
  })

  it('of a file with more columns than are taken is sent without those that go nowhere', () => {
    const many = Object.fromEntries(Array.from({ length: 2_001 }, (_, at) => [`c${at}`, { kind: 'ignored' } as const]))
    const sent = mappingOf(withColumn(draftOf(many), { column: 'c7', target: field('title') }), 'f', undefined)
    expect(sent.columns).toEqual([{ column: 'c7', target: field('title') }])
  })
})

it('a column that waits for a choice is left out of what is sent', () => {
  const decimal: ContentType = { ...type, fields: [{ technicalName: 'weight', friendlyName: {}, type: 'decimal' }] }
  const open = { ...inspection, columns: ['Note'], firstRows: [['1,250']], proposal: [] }
  const draft = { ...draftOf({}), columns: [{ ...weightColumn, reading: {} }] }
  expect(withoutOpen(draft, decimal, open).columns).toEqual([{ column: 'Note', target: { kind: 'ignored' } }])
  const chosen = { ...draft, columns: [weightColumn] }
  expect(withoutOpen(chosen, decimal, open).columns).toEqual([weightColumn])
})

describe('what is wrong with a mapping', () => {
  it('is nothing where each column has a place of its own', () => {
    const targets = { a: field('sku'), b: field('title'), c: field('title', swedish), d: field('weight') }
    expect(problemsOf(targets, { keyField: 'sku' })).toEqual([])
  })

  it('is two columns that go to one place', () => {
    expect(problemsOf({ a: field('title'), b: { kind: 'name' }, c: field('title') })).toEqual([
      { code: 'onePlace', columns: ['a', 'c'], target: field('title') },
    ])
  })

  it('is that a value without a variation is that of the default one, named elsewhere', () => {
    const targets = { a: field('title'), b: field('title', english) }
    expect(codesOf(targets)).toEqual(['onePlace'])
    // With a column that says it, the first is of the variation of each row.
    expect(codesOf({ ...targets, c: { kind: 'variation' } })).toEqual([])
  })

  it('is one value that all variations share, named in two of them', () => {
    expect(codesOf({ a: field('weight', english), b: field('weight', swedish) })).toEqual(['onePlace'])
  })

  it('is a key that no column has', () => {
    expect(problemsOf({ a: field('title') }, { keyField: 'sku' })).toEqual([
      { code: 'keyWithoutColumn', keyField: 'sku' },
    ])
  })

  it('is a key that is the same in each row', () => {
    const derived = [{ column: 'always', from: { kind: 'fixed' as const, text: 'A1' } }]
    const more = { keyField: 'sku', derived }
    expect(problemsOf({ a: field('title'), always: field('sku') }, more)).toEqual([
      { code: 'keyIsFixed', column: 'always' },
    ])
    expect(codesOf({ a: field('sku'), always: field('title') }, more)).toEqual([])
  })
  it('is that nothing goes anywhere, or only what tells the items', () => {
    expect(codesOf({ a: { kind: 'ignored' } })).toEqual(['nothingMapped'])
    expect(codesOf({ a: { kind: 'id' }, b: { kind: 'variation' } })).toEqual(['nothingMapped'])
  })

  it('is a change of items that nothing tells', () => {
    expect(codesOf({ a: field('title') }, { mode: 'update' })).toEqual(['nothingToKnowBy'])
    expect(codesOf({ a: field('title'), b: { kind: 'id' } }, { mode: 'update' })).toEqual([])
    expect(codesOf({ a: field('title'), b: field('sku') }, { mode: 'update', keyField: 'sku' })).toEqual([])
  })
})

describe('an earlier mapping', () => {
  const earlier = draftOf(
    {
      sku: field('sku'),
      title: field('title'),
      old: field('weight'),
      gone: field('removed'),
      note: { kind: 'ignored' },
    },
    { keyField: 'sku', emptyCells: 'clear' },
  )

  it('is taken over by the names of columns, and what one of the two does not know is told', () => {
    const { draft, missing, added, gone } = takeOver(earlier, ['Title ', 'SKU', 'gone', 'note', 'new'], type, [])
    expect(draft).toEqual(
      draftOf(
        {
          'Title ': field('title'),
          SKU: field('sku'),
          gone: { kind: 'ignored' },
          note: { kind: 'ignored' },
          new: { kind: 'ignored' },
        },
        { keyField: 'sku', emptyCells: 'clear' },
      ),
    )
    expect(missing).toEqual(['old'])
    expect(added).toEqual(['new'])
    expect(gone).toEqual(['gone'])
  })

  it('has for each column what it said of numbers and dates for the whole file', () => {
    const ofFile = { ...draftOf({ Note: field('weight') }), numbers: 'comma' as const }
    expect(takeOver(ofFile, ['Note'], type, []).draft.columns).toEqual([weightColumn])
    const ofColumn = { ...ofFile, columns: [{ ...weightColumn, reading: {} }] }
    expect(takeOver(ofColumn, ['Note'], type, []).draft.columns).toEqual(ofColumn.columns)
  })

  it('makes its columns again where those are there that they are made from', () => {
    const derived: MappingDraft['derived'] = [
      { column: 'whole', from: { kind: 'template', template: '{Brand} {Model}' } },
      { column: 'part', from: { kind: 'part', column: 'Gone', separator: '/', part: 1 } },
    ]
    const made = { ...draftOf({ sku: field('sku'), whole: field('title'), part: field('weight') }), derived }
    const withCode = {
      ...made,
      joinBy: 'part',
      columns: [...made.columns, { ...weightColumn, reading: { codeColumn: 'part' } }],
    }
    const { draft, missing } = takeOver(withCode, ['sku', 'Brand', 'Model', 'Note'], type, [])
    expect(draft.derived).toEqual(derived.slice(0, 1))
    expect(draft.columns.slice(3)).toEqual([
      { ...weightColumn, reading: {} },
      { column: 'whole', target: field('title') },
    ])
    expect(draft.joinBy).toBeUndefined()
    expect(missing).toEqual(['part'])
  })

  it('loses a variation that the tenant has no more, and says of which column', () => {
    const inSwedish = draftOf({
      title: { kind: 'field', technicalFieldName: 'title', variationId: 'sv' },
    })
    expect(takeOver(inSwedish, ['title'], type, [])).toMatchObject({
      draft: { columns: [{ target: { kind: 'ignored' } }] },
      gone: ['title'],
    })
  })

  it('loses a key whose field the content type has no more', () => {
    const without = { ...type, fields: type.fields.filter(({ technicalName }) => technicalName !== 'sku') }
    expect(takeOver(earlier, ['sku', 'title'], without, []).draft).toEqual(
      draftOf({ sku: { kind: 'ignored' }, title: field('title') }, { emptyCells: 'clear' }),
    )
  })
})

it('links can be named by the unique fields of what they lead to', () => {
  const [, , , parts] = type.fields
  const media: ContentType = { ...type, technicalName: 'image', kind: 'media' }
  expect(parts && linkKeys(parts, [type, media]).map(({ technicalName }) => technicalName)).toEqual(['sku'])
  expect(parts && linkKeys({ ...parts, settings: {} }, [media])).toEqual([])
})
