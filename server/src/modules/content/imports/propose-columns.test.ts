import type { ContentType, FieldInput, Variation } from '@pim/contract'
import { describe, expect, it } from '@rstest/core'
import { proposeColumns, proposeKeyField, proposeWriting } from './propose-columns.ts'

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

describe('the writing that is proposed', () => {
  const found = (cells: Cells) => proposeWriting(type, proposeColumns(type, variations, sampled(cells)), sampled(cells))
  const writing = (cells: Cells) => {
    const { numbers, dates } = found(cells)
    return [numbers, dates]
  }
  it.each([
    [{ weight: ['1,5', '2'] }, ['comma', 'iso']],
    [{ weight: ['1.234,50'] }, ['comma', 'iso']],
    [{ weight: ['0,750', '1,250'] }, ['comma', 'iso']],
    [{ weight: ['0.750', '1.250'] }, ['point', 'iso']],
    [{ weight: ['1,234.50', '1.5'] }, ['point', 'iso']],
    // Thousands or decimals: nobody knows.
    [{ weight: ['1,234'] }, ['point', 'iso']],
    [{ title: ['1,5'], weight: ['2'] }, ['point', 'iso']],
    [{ since: ['03/04/2026', '25/12/2025'] }, ['point', 'dayFirst']],
    [{ since: ['03/04/2026', '12/25/2025'] }, ['point', 'monthFirst']],
    [{ since: ['3.4.2026'] }, ['point', 'dayFirst']],
    [{ since: ['03/04/2026'] }, ['point', 'iso']],
    [{ since: ['2026-04-03'] }, ['point', 'iso']],
  ] as [Cells, string[]][])('of %s is %s', (cells, expected) => {
    expect(writing(cells)).toEqual(expected)
  })

  it.each([
    [['# Title\n\nWords', 'plain words'], 'markdown'],
    [['See [us](https://a.example)'], 'markdown'],
    [['A **strong** word'], 'markdown'],
    [['- one\n- two'], 'markdown'],
    [['<ul><li>one</li></ul>', '* <b>x</b>'], 'html'],
    [['5 * 3 and #2', '-5', 'a_b_c'], 'html'],
    [['{"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":"**a**"}]}]}'], 'html'],
    [[], 'html'],
  ] as const)('of the rich texts %s is %s', (body, expected) => {
    expect(found({ body }).richTexts).toBe(expected)
  })

  it('of rich texts is not found in other columns', () => {
    expect(found({ title: ['# Title'] }).richTexts).toBe('html')
  })
})
