import type { ContentType, FieldInput, Variation } from '@pim/contract'
import { describe, expect, it } from '@rstest/core'
import { proposeColumns, proposeKeyField } from './propose-columns.ts'

const field = (technicalName: string, friendlyName: Readonly<Record<string, string>>, more: Partial<FieldInput> = {}) =>
  ({ technicalName, friendlyName, type: 'text', localizable: true, unique: 'none', ...more }) as FieldInput
const type = {
  fields: [
    field('articleNumber', { 'en-US': 'Article number' }, { localizable: false, unique: 'tenant' }),
    field('title', { 'en-US': 'Title', 'de-DE': 'Titel', 'sv-SE': 'Rubrik' }),
    field('modelDe', { 'en-US': 'Model DE' }, { localizable: false }),
    field('model', { 'en-US': 'Model' }),
    field('size', { 'en-US': 'Size' }),
    field('dimensions', { 'en-US': 'Size', 'en-GB': 'Extent' }),
    field('reach', { 'en-US': 'Extent' }),
    field('weight', { 'en-US': 'Weight' }, { localizable: false, type: 'decimal' }),
    field('mass', { 'en-US': 'Mass' }, { localizable: false, type: 'measurement', settings: { family: 'Weight' } }),
    field('price', { 'en-US': 'Price', 'de-DE': 'Preis' }, { localizable: false, type: 'price' }),
    field('since', { 'en-US': 'Since' }, { localizable: false, type: 'date' }),
    field('body', { 'en-US': 'Body' }, { type: 'richText' }),
    field('related', { 'en-US': 'Related' }, { type: 'links' }),
  ],
} as unknown as ContentType
const variations = ['en-US', 'de-DE', 'de-AT', 'sv-SE'].map((languageCode) => ({
  variationId: languageCode,
  friendlyName: languageCode,
  languageCode,
  fallbackVariationId: null,
  isDefault: languageCode === 'en-US',
})) satisfies Variation[]

type Cells = Readonly<Record<string, readonly string[]>>
const sampled = (cells: Cells) => new Map(Object.entries(cells))
const proposed = (cells: Cells) =>
  proposeColumns(type, variations, sampled(cells)).map(({ target, confidence }) => {
    const at = target.kind === 'field' ? target.technicalFieldName : target.kind
    const tag = 'variationId' in target && target.variationId !== undefined ? `:${target.variationId}` : ''
    return `${at}${tag} ${confidence ?? '-'}`
  })
const named = (...columns: string[]) => proposed(Object.fromEntries(columns.map((column) => [column, []])))

describe('the place that is proposed for a column', () => {
  it.each([
    ['$id', 'id certain'],
    ['$channels:sv-SE', 'channels:sv-SE certain'],
    ['title', 'title certain'],
    ['title:DE-at', 'title:de-AT certain'],
    ['articleNumber:sv-SE', 'articleNumber certain'],
    ['ARTICLE_NUMBER', 'articleNumber likely'],
    ['article-number', 'articleNumber likely'],
    ['Rubrik', 'title likely'],
    ['Titel (de)', 'title:de-DE likely'],
    ['title_sv', 'title:sv-SE likely'],
    ['Title German', 'title:de-DE likely'],
    ['Titel Deutsch', 'title:de-DE likely'],
    ['Title de-AT', 'title:de-AT likely'],
    ['Name', 'name likely'],
    // A field of its own, and no other one in German.
    ['Model DE', 'modelDe likely'],
    // The label of another field, too.
    ['SIZE', 'size likely'],
    // The label of two fields.
    ['Extent', 'ignored -'],
    ['title:fr-FR', 'ignored -'],
    ['Colour', 'ignored -'],
    ['?', 'ignored -'],
  ])('%s is %s', (column, expected) => {
    expect(named(column)).toEqual([expected])
  })

  it('names the items of links by a unique field behind a point', () => {
    expect(proposeColumns(type, variations, sampled({ 'related.sku:sv-SE': [], 'title.sku': [] }))).toEqual([
      {
        column: 'related.sku:sv-SE',
        target: { kind: 'field', technicalFieldName: 'related', variationId: 'sv-SE', linkedBy: 'sku' },
        reading: {},
        confidence: 'certain',
      },
      { column: 'title.sku', target: { kind: 'ignored' }, confidence: null },
    ])
  })

  it('is taken by one column, the one that is most certain of it', () => {
    expect(named('Title', 'Rubrik', 'title')).toEqual(['ignored -', 'ignored -', 'title certain'])
    expect(named('Rubrik', 'Titel')).toEqual(['title likely', 'ignored -'])
  })

  it('is one place with that in the default variation, unless rows say their variation', () => {
    expect(named('title', 'title:en-US')).toEqual(['title certain', 'ignored -'])
    expect(named('$variation', 'title', 'title:en-US')).toEqual([
      'variation certain',
      'title certain',
      'title:en-US certain',
    ])
  })

  it('is guessed where cells have nothing but languages', () => {
    expect(proposed({ Market: ['de-DE', '', 'SV-se'] })).toEqual(['variation guessed'])
    expect(proposed({ Locale: ['de_DE', 'en_us'] })).toEqual(['variation guessed'])
    expect(proposed({ Market: ['de-DE', 'x'] })).toEqual(['ignored -'])
    expect(proposed({ Market: ['', ''] })).toEqual(['ignored -'])
  })
})

describe('the key that is proposed', () => {
  const key = (cells: Cells) => proposeKeyField(type, proposeColumns(type, variations, sampled(cells)), sampled(cells))
  it('is a unique field with something in each of the first rows, unless there are ids', () => {
    expect(key({ title: ['a'], 'Article number': ['1', '2'] })).toBe('articleNumber')
    expect(key({ 'Article number': ['1', ' '] })).toBe(null)
    expect(key({ 'Article number': [] })).toBe(null)
    expect(key({ $id: ['x'], 'Article number': ['1'] })).toBe(null)
    expect(key({ title: ['a'] })).toBe(null)
  })
})

describe('how a column is written', () => {
  const reading = (cells: Cells) => proposeColumns(type, variations, sampled(cells))[0]?.reading
  const target = (cells: Cells) => proposeColumns(type, variations, sampled(cells))[0]?.target

  it('is said by the heading, where a unit or a currency stands behind the name of a field', () => {
    expect(target({ 'Mass (kg)': ['1.5'] })).toMatchObject({ technicalFieldName: 'mass' })
    expect(reading({ 'Mass (kg)': ['1.5'] })).toEqual({ numbers: 'point', unit: 'KILOGRAM' })
    expect(reading({ mass_g: ['15'] })).toEqual({ unit: 'GRAM' })
    expect(reading({ 'Mass (EUR)': ['15'] })).toBeUndefined()
    expect(reading({ 'Preis (€)': ['9,95'] })).toEqual({ numbers: 'comma', currency: 'EUR' })
    expect(reading({ 'price-SEK': ['99'] })).toEqual({ currency: 'SEK' })
  })

  it('may be another for each column of one field, by currency', () => {
    const columns = proposeColumns(type, variations, sampled({ 'price-EUR': ['9'], 'price-SEK': ['99'], Price: ['1'] }))
    expect(columns.map(({ target: { kind }, reading: { currency } = {} }) => [kind, currency])).toEqual([
      ['field', 'EUR'],
      ['field', 'SEK'],
      ['field', undefined],
    ])
  })

  it('has points beside units where an export has written the file, whatever a spreadsheet made of its numbers', () => {
    const [, weight, mass] = proposeColumns(
      type,
      variations,
      sampled({ $id: ['a'], weight: ['0,5'], mass: ['1.234 KILOGRAM'] }),
    )
    expect(weight?.reading).toEqual({ numbers: 'comma' })
    expect(mass?.reading).toEqual({ numbers: 'point' })
  })

  it('may be one of several columns of a list', () => {
    const columns = proposeColumns(
      type,
      variations,
      sampled({ related: ['a'], related2: ['b'], title: ['c'], title2: ['d'] }),
    )
    expect(columns.map(({ target: { kind } }) => kind)).toEqual(['field', 'field', 'field', 'ignored'])
  })

  it.each([
    [{ mass: ['1.5'], 'mass-unit': ['kg'] }, 'mass-unit'],
    [{ Mass: ['1.5'], 'Einheit Mass': ['kg', 'Stück'] }, 'Einheit Mass'],
    [{ mass: [], mass_uom: [] }, 'mass_uom'],
    [{ Preis: ['9,95'], Währung: ['EUR', 'SEK'] }, 'Währung'],
    [{ price: ['9.95'], 'price currency': ['€'] }, 'price currency'],
    // A sales unit, a unit of another family, and amounts that say it themselves.
    [{ mass: ['1.5'], 'mass-unit': ['Stück'] }, undefined],
    [{ mass: ['1.5'], Unit: ['kg', 'Stück'] }, undefined],
    [{ mass: ['1.5'], Unit: ['m'] }, undefined],
    [{ mass: ['1.5 kg'], Unit: ['kg'] }, undefined],
    [{ 'Mass (kg)': ['1.5'], Unit: ['kg'] }, undefined],
    [{ weight: ['1.5'], 'weight-unit': ['kg'] }, undefined],
  ])('has the units or currencies of another column: %o', (cells, codeColumn) => {
    expect(reading(cells)?.codeColumn).toBe(codeColumn)
    expect(target(cells)?.kind).toBe('field')
  })
})
