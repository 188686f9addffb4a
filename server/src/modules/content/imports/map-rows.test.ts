import type { ContentType, FieldInput, ImportColumn, ImportMapping, Variation } from '@pim/contract'
import { describe, expect, it } from '@rstest/core'
import { Problem } from '../../../core/problem.ts'
import { type FileShape, readRows } from '../../exchange/index.ts'
import { inSlices } from './draft-slices.ts'
import { planImport } from './import-plan.ts'
import { draftsOf, givenValue, type ItemDraft } from './map-rows.ts'

const field = (technicalName: string, type: string, more: object = {}) =>
  ({
    technicalName,
    friendlyName: { 'en-US': technicalName },
    type,
    localizable: true,
    unique: 'none',
    ...more,
  }) as FieldInput
const type = {
  technicalName: 'product',
  friendlyName: { 'en-US': 'Product' },
  kind: 'user',
  titleField: 'title',
  fields: [
    field('sku', 'text', { localizable: false, unique: 'contentType' }),
    field('title', 'text'),
    field('stock', 'integer', { localizable: false }),
    field('size', 'text', { localizable: false }),
    field('weight', 'measurement', { localizable: false, settings: { family: 'Weight' } }),
    field('price', 'price', { localizable: false }),
    field('topics', 'concepts'),
    field('related', 'links'),
  ],
} as unknown as ContentType
const [en, de] = ['019a0000-0000-7000-8000-000000000001', '019a0000-0000-7000-8000-000000000002'] as const
const variations = [
  { variationId: en, languageCode: 'en-US', isDefault: true },
  { variationId: de, languageCode: 'de-DE', isDefault: false },
] as unknown as Variation[]

const toField = (column: string, technicalFieldName: string, variationId?: string): ImportColumn => ({
  column,
  target: { kind: 'field', technicalFieldName, ...(variationId && { variationId }) },
})
const mappingOf = (columns: ImportColumn[], more: Partial<ImportMapping> = {}): ImportMapping => ({
  importFileId: en,
  technicalContentTypeName: 'product',
  columns,
  mode: 'upsert',
  emptyCells: 'leave',
  numbers: 'point',
  dates: 'iso',
  publishes: false,
  ...more,
})

async function drafts(text: string, mapping: ImportMapping, shape?: FileShape): Promise<ItemDraft[]> {
  const read = shape ?? { format: 'csv', encoding: 'utf-8', delimiter: ',' }
  const all: ItemDraft[] = []
  const plan = planImport(type, variations, mapping)
  for await (const draft of draftsOf(
    plan,
    readRows(() => [Buffer.from(text)], read),
    read.format,
  ))
    all.push(draft)
  return all
}
const valuesOf = (values: ItemDraft['shared'] | undefined) =>
  Object.fromEntries(
    [...(values ?? [])].map(([name, value]) => [name, (givenValue(value) ?? { value: value.kind }).value]),
  )
const errorsOf = ({ errors }: ItemDraft) =>
  errors.map(({ technicalFieldName, code, params }) => [technicalFieldName, params?.reason ?? code, params?.row])

/** The places of a mapping that are refused, and why. */
function refused(mapping: ImportMapping) {
  try {
    planImport(type, variations, mapping)
  } catch (error) {
    if (error instanceof Problem)
      return error.details.fieldErrors?.map(({ technicalFieldName, code }) => [technicalFieldName, code])
    throw error
  }
  return []
}
const csv = { format: 'csv', encoding: 'utf-8', delimiter: ',' } as const

const ofColumns = mappingOf(
  [toField('sku', 'sku'), toField('title', 'title'), toField('Titel', 'title', de), toField('stock', 'stock')],
  { keyField: 'sku' },
)

describe('the rows of a file', () => {
  it('have one of several columns for the units of a measure', async () => {
    const columns = [
      toField('sku', 'sku'),
      { ...toField('kg', 'weight'), reading: { unit: 'KILOGRAM' } },
      { ...toField('g', 'weight'), reading: { unit: 'GRAM' } },
    ]
    const [one, other, both] = await drafts(
      'sku,kg,g\n1,2,\n2,,500\n3,2,500\n',
      mappingOf(columns, { keyField: 'sku' }),
    )
    expect([one, other].map((draft) => valuesOf(draft?.shared).weight)).toEqual([
      { amount: '2', unit: 'KILOGRAM' },
      { amount: '500', unit: 'GRAM' },
    ])
    expect(both && errorsOf(both)).toEqual([['g', 'AMBIGUOUS', 4]])
  })

  it('say values of variations beside each other, and those that all share', async () => {
    const [one, two] = await drafts('sku,title,Titel,stock\nA1,Lamp,Leuchte,12\nA2,,Regal,\n', ofColumns)
    expect(one).toMatchObject({ row: 2, key: { technicalFieldName: 'sku', value: 'A1' }, errors: [] })
    expect(valuesOf(one?.shared)).toEqual({ stock: 12 })
    expect(valuesOf(one?.variations.get(en)?.values)).toEqual({ title: 'Lamp' })
    expect(valuesOf(one?.variations.get(de)?.values)).toEqual({ title: 'Leuchte' })
    expect(valuesOf(two?.shared)).toEqual({})
    expect(two?.variations.has(en)).toBe(false)
  })

  it('clear values where empty cells are to do that', async () => {
    const [one] = await drafts('sku,title,Titel,stock\nA1,,Leuchte,\n', { ...ofColumns, emptyCells: 'clear' })
    expect(valuesOf(one?.shared)).toEqual({ stock: 'clear' })
    expect(valuesOf(one?.variations.get(en)?.values)).toEqual({ title: 'clear' })
  })

  it('are one item where each is of one variation of it', async () => {
    const columns = [toField('sku', 'sku'), { column: 'lang', target: { kind: 'variation' as const } }]
    const mapping = mappingOf([...columns, toField('title', 'title'), toField('stock', 'stock')], { keyField: 'sku' })
    const file =
      'sku,lang,title,stock\nA1,en_US,Lamp,1\nA1,de-de,Leuchte,1\nA2,,Shelf,2\nA2,sv-SE,Hylla,3\nA1,en-US,Again,\n'
    const [one, two, again] = await drafts(file, mapping)
    expect([...(one?.variations.keys() ?? [])]).toEqual([en, de])
    expect(one?.errors).toEqual([])
    expect(errorsOf(two ?? fail())).toEqual([
      ['lang', 'UNKNOWN_VARIATION', 5],
      ['sku', 'DUPLICATE_KEY', 5],
    ])
    expect(errorsOf(again ?? fail())).toEqual([['sku', 'DUPLICATE_KEY', 6]])
  })

  it('add what their lists have to the item before them, where a column says that they belong together', async () => {
    const file = 'h,sku,title,related\nlamp,A1,Lamp,x\nlamp,,Ignored,y\n,,No key,z\ndesk,A2,Desk,v\nlamp,,Elsewhere,w\n'
    const columns = [toField('sku', 'sku'), toField('title', 'title'), toField('related', 'related')]
    const all = await drafts(file, mappingOf(columns, { keyField: 'sku', joinBy: 'h' }))
    expect(all.map(({ row, errors }) => [row, errors.length])).toEqual([
      [2, 0],
      [4, 1],
      [5, 0],
      [6, 1],
    ])
    expect(all[0]?.variations.get(en)?.values.get('related')).toMatchObject({ names: ['x', 'y'] })
    expect(valuesOf(all[0]?.variations.get(en)?.values)).toMatchObject({ title: 'Lamp' })
  })

  it('are compared as the field compares its unique values', async () => {
    const [first, second] = await drafts(
      'sku,title\nA-1,One\n a-1 ,Two\n',
      mappingOf([toField('sku', 'sku'), toField('title', 'title')], { keyField: 'sku' }),
    )
    expect(errorsOf(first ?? fail())).toEqual([])
    expect(errorsOf(second ?? fail())).toEqual([['sku', 'DUPLICATE_KEY', 3]])
  })

  it('name what is wrong by row and column', async () => {
    const file = 'sku,title,Titel,stock\n,No key,,1\nA1,Lamp,,many\nA1,Twice,,1\nA2,"a"b,,1\nA3,cut\n'
    const all = await drafts(file, ofColumns)
    expect(all.map(errorsOf)).toEqual([
      [['sku', 'KEY_MISSING', 2]],
      [['stock', 'NOT_AN_INTEGER', 3]],
      [['sku', 'DUPLICATE_KEY', 4]],
      [['title', 'QUOTE_INSIDE', 5]],
      [['Titel', 'TOO_FEW_CELLS', 6]],
    ])
  })

  it('keep what was said by ids apart from what is said by codes', async () => {
    const mapping = mappingOf([toField('sku', 'sku'), toField('topics', 'topics'), toField('related', 'related')], {
      keyField: 'sku',
    })
    const [one] = await drafts(`sku,topics,related\nA1,"${en},${de}","B2, B3"\n`, mapping)
    const values = one?.variations.get(en)?.values
    expect(values?.get('topics')).toEqual({ kind: 'json', text: JSON.stringify([en, de]) })
    expect(values?.get('related')).toMatchObject({ kind: 'names', names: ['B2', 'B3'] })
  })

  it('of JSON have values as the API has them, and say nothing of names that they have not', async () => {
    const file = '{"sku":"A1","stock":12,"title":null}\n{"sku":"A2","topics":["one"]}\n'
    const mapping = mappingOf(
      [toField('sku', 'sku'), toField('title', 'title'), toField('stock', 'stock'), toField('topics', 'topics')],
      {
        keyField: 'sku',
        emptyCells: 'clear',
      },
    )
    const [one, two] = await drafts(file, mapping, { format: 'jsonLines', encoding: 'utf-8' })
    expect(valuesOf(one?.shared)).toEqual({ stock: 12 })
    expect(valuesOf(one?.variations.get(en)?.values)).toEqual({ title: null })
    expect(valuesOf(two?.shared)).toEqual({})
    expect(valuesOf(two?.variations.get(en)?.values)).toEqual({ topics: 'names' })
  })

  it('keep a bounded number of errors, of names and of channels', async () => {
    const mapping = mappingOf(
      [
        toField('sku', 'sku'),
        { column: 'lang', target: { kind: 'variation' } },
        toField('topics', 'topics'),
        { column: 'channels', target: { kind: 'channels' } },
      ],
      { keyField: 'sku' },
    )
    const many = (count: number, each: string) => `"${Array.from({ length: count }, () => each).join(',')}"`
    const head = 'sku,lang,topics,channels\n'
    const [names] = await drafts(`${head}A1,,${many(501, 'a')},${many(51, 'web')}\n`, mapping)
    expect(errorsOf(names ?? fail())).toEqual([
      ['topics', 'TOO_MANY', 2],
      ['channels', 'TOO_MANY', 2],
    ])
    const [fine] = await drafts(`${head}A1,,${many(500, 'a')},${many(50, 'web')}\n`, mapping)
    expect(fine?.errors).toEqual([])
    const [twice] = await drafts(`${head}${'A1,en-US,,\n'.repeat(1_000)}`, mapping)
    expect(twice?.errors).toHaveLength(50)
  })

  it('come in slices that fit into memory', async () => {
    const sizes = [100, 999_000, 900, 600_000, 600_000, 1_100_000, 1]
    async function* given(): AsyncGenerator<ItemDraft> {
      for (const size of sizes)
        yield {
          row: 2,
          id: undefined,
          key: undefined,
          name: undefined,
          shared: new Map(),
          variations: new Map(),
          errors: [],
          notes: [],
          size,
        }
    }
    const slices: number[][] = []
    for await (const slice of inSlices(given())) slices.push(slice.map(({ size }) => size))
    expect(slices).toEqual([[100, 999_000, 900], [600_000, 600_000], [1_100_000], [1]])
    const [measured] = await drafts('sku,title,Titel,stock\nA1,Lamp,,12\n', ofColumns)
    expect(measured?.size).toBe(8 + 4 * 10)
  })
})

const fail = (): never => {
  throw new Error('there is no such draft')
}

describe('a mapping', () => {
  it.each([
    [
      [toField('a', 'gone')],
      {},
      [
        ['body.file.columns[0].target.technicalFieldName', 'UNKNOWN_FIELD'],
        ['body.file.columns', 'REQUIRED'],
      ],
    ],
    [
      [toField('a', 'title', '019a0000-0000-7000-8000-00000000000f')],
      {},
      [['body.file.columns[0].target.variationId', 'UNKNOWN_VARIATION']],
    ],
    [[toField('a', 'title'), toField('b', 'title')], {}, [['body.file.columns[1].target', 'DUPLICATE']]],
    [[toField('a', 'title'), toField('b', 'title', en)], {}, [['body.file.columns[1].target', 'DUPLICATE']]],
    [[toField('a', 'stock', de), toField('b', 'stock', en)], {}, [['body.file.columns[1].target', 'DUPLICATE']]],
    [[toField('a', 'title'), toField('a', 'stock')], {}, [['body.file.columns[1].column', 'DUPLICATE']]],
    [[toField('a', 'title')], { keyField: 'title' }, [['body.file.keyField', 'NOT_UNIQUE_FIELD']]],
    [[toField('a', 'title')], { keyField: 'sku' }, [['body.file.keyField', 'NOT_FOUND']]],
    [[{ column: 'a', target: { kind: 'ignored' } }], {}, [['body.file.columns', 'REQUIRED']]],
  ] as [ImportColumn[], Partial<ImportMapping>, string[][]][])(
    'that is wrong is told by its place',
    (columns, more, expected) => {
      expect(refused(mappingOf(columns, more))).toEqual(expected)
    },
  )
})

describe('columns that the mapping makes', () => {
  const derived: ImportMapping['derived'] = [
    { column: 'whole name', from: { kind: 'template', template: '{Brand} {Model}' } },
    { column: 'size', from: { kind: 'part', column: 'Variant', separator: '/', part: 2 } },
    { column: 'number', from: { kind: 'part', column: 'Variant', separator: '-', part: 'last' } },
    { column: 'in stock', from: { kind: 'fixed', text: '1.250' } },
  ]
  const columns: ImportColumn[] = [
    toField('sku', 'sku'),
    { column: 'whole name', target: { kind: 'name' } },
    toField('size', 'size'),
    { ...toField('in stock', 'stock'), reading: { numbers: 'comma' } },
  ]
  const mapping = mappingOf(columns, { keyField: 'sku', derived })
  const text = 'sku,Brand,Model,Variant\nA1,Ikea,Lack,Red / M\nA2,,Billy,Red\n'

  it('are read as columns of the file are', async () => {
    const [one, two] = await drafts(text, mapping)
    expect([one?.name, valuesOf(one?.shared)]).toEqual(['Ikea Lack', { size: 'M', stock: 1250 }])
    expect([two?.name, valuesOf(two?.shared)]).toEqual(['Billy', { stock: 1250 }])
  })

  it('are texts where the file has JSON, and what it does not say they do not say', async () => {
    const lines = '{"sku":"A1","Variant":"Red/M"}\n{"sku":"A2","Model":"Lack"}\n'
    const clears = { ...mapping, emptyCells: 'clear' as const }
    const [one, two] = await drafts(lines, clears, { format: 'jsonLines', encoding: 'utf-8' })
    expect([one?.name, valuesOf(one?.shared)]).toEqual([undefined, { size: 'M', stock: 1250 }])
    expect([two?.name, valuesOf(two?.shared)]).toEqual(['Lack', { stock: 1250 }])
  })

  it('can know items, but for one that is the same in each row', async () => {
    const byPart = mappingOf([toField('number', 'sku'), toField('Model', 'title')], { keyField: 'sku', derived })
    const [one] = await drafts('Variant,Model\nx-A1,Lack\n', byPart)
    expect(one?.key).toEqual({ technicalFieldName: 'sku', value: 'A1' })
    const fixed = mappingOf([toField('in stock', 'sku'), toField('Model', 'title')], { keyField: 'sku', derived })
    expect(refused(fixed)).toEqual([['body.file.derived[3].from', 'NOT_ALLOWED']])
  })

  it('join rows', async () => {
    const byPart = mappingOf([toField('sku', 'sku'), toField('related', 'related')], {
      keyField: 'sku',
      joinBy: 'size',
      derived,
    })
    const [one, ...others] = await drafts('sku,Variant,related\nA1,a/1,x\n,b/1,y\n', byPart)
    expect(others).toEqual([])
    expect(one?.variations.get(en)?.values.get('related')).toMatchObject({ names: ['x', 'y'] })
  })

  it('name what the file has to have, where they are used', () => {
    const { sources, derived: used } = planImport(type, variations, mapping)
    expect([...used.keys()]).toEqual(['whole name', 'size', 'in stock'])
    expect(sources.map(({ place, column }) => `${place} ${column}`)).toEqual([
      'columns[0].column sku',
      'derived[0].from.template Brand',
      'derived[0].from.template Model',
      'derived[1].from.column Variant',
    ])
  })

  it('end the reading where those of a row are longer than a row may be', async () => {
    const long = Array.from(
      { length: 9 },
      (_, at) => ({ column: `d${at}`, from: { kind: 'template', template: '{a}' } }) as const,
    )
    const file = mappingOf(
      long.map(({ column }, at) => ({ column, target: at === 0 ? { kind: 'name' } : { kind: 'id' } })),
      { derived: long },
    )
    const plan = {
      ...planImport(type, variations, mappingOf(columns, { derived })),
      mapping: file,
      derived: new Map(long.map((each) => [each.column, each])),
    }
    const rows = draftsOf(
      plan,
      readRows(() => [Buffer.from(`a\n${'x'.repeat(1_000_000)}\n`)], csv),
      'csv',
    )
    await expect(rows.next()).rejects.toMatchObject({ problem: { code: 'ROW_TOO_LONG', row: 2 } })
  })
})

describe('an amount beside its unit', () => {
  const beside = (column: string, technicalFieldName: string, codeColumn: string): ImportColumn => ({
    ...toField(column, technicalFieldName),
    reading: { codeColumn },
  })
  const mapping = mappingOf([toField('sku', 'sku'), beside('w', 'weight', 'unit')], { keyField: 'sku' })

  it('has that of its own row, and is a problem with the word where that is none', async () => {
    const [one, two, three, four, five] = await drafts(
      'sku,w,unit\nA1,1.5,kg\nA2,2,GRAM\nA3,3,Stück\nA4,4,\nA5,3,Stück\n',
      mapping,
    )
    expect(valuesOf(one?.shared)).toEqual({ weight: { amount: '1.5', unit: 'KILOGRAM' } })
    expect(valuesOf(two?.shared)).toEqual({ weight: { amount: '2', unit: 'GRAM' } })
    expect(three?.errors).toMatchObject([
      { code: 'NOT_READ', params: { reason: 'UNIT_NOT_KNOWN', text: 'Stück', column: 'w', row: 4 } },
    ])
    expect(four && errorsOf(four)).toEqual([['weight', 'UNIT_OPEN', 5]])
    // The same cells once more, in a row of their own.
    expect(five && errorsOf(five)).toEqual([['weight', 'UNIT_NOT_KNOWN', 6]])
  })

  it('may be a number of JSON', async () => {
    const [one] = await drafts('{"sku":"A1","w":1.5,"unit":"kg"}', mapping, { format: 'jsonLines', encoding: 'utf-8' })
    expect(valuesOf(one?.shared)).toEqual({ weight: { amount: '1.5', unit: 'KILOGRAM' } })
  })

  it('fills a price together with others', async () => {
    const prices = mappingOf([toField('sku', 'sku'), beside('p', 'price', 'c'), beside('q', 'price', 'd')], {
      keyField: 'sku',
    })
    const [one, two] = await drafts('sku,p,c,q,d\nA1,9.95,EUR,99,sek\nA2,9.95,EUR,9,EUR\n', prices)
    expect(valuesOf(one?.shared)).toEqual({
      price: [
        { amount: '9.95', currency: 'EUR' },
        { amount: '99', currency: 'SEK' },
      ],
    })
    expect(two && errorsOf(two)).toEqual([['q', 'AMBIGUOUS', 3]])
  })

  it('is a matter of fields with units, and of a column that the file has', () => {
    expect(refused(mappingOf([beside('w', 'stock', 'unit')]))).toEqual([
      ['body.file.columns[0].reading.codeColumn', 'NOT_FOUND'],
    ])
    expect(planImport(type, variations, mapping).sources.at(-1)).toEqual({
      place: 'columns[1].reading.codeColumn',
      column: 'unit',
    })
  })
})
