import type { ContentType, SearchInput } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { type ContentList, openContentList } from '../../../../../testing/content-list.ts'
import { newId } from '../../../../platform/database/new-id.ts'

const product: ContentType = {
  technicalName: 'product',
  friendlyName: {},
  kind: 'user',
  titleField: 'title',
  fields: [
    { technicalName: 'title', friendlyName: { 'en-US': 'Title' }, type: 'text' },
    { technicalName: 'sku', friendlyName: { 'en-US': 'Article number' }, type: 'text' },
    { technicalName: 'about', friendlyName: { 'en-US': 'About' }, type: 'longText' },
    { technicalName: 'body', friendlyName: {}, type: 'richText' },
    { technicalName: 'price', friendlyName: { 'en-US': 'Price' }, type: 'price' },
    { technicalName: 'volume', friendlyName: {}, type: 'measurement' },
    {
      technicalName: 'finish',
      friendlyName: { 'en-US': 'Finish' },
      type: 'select',
      settings: {
        options: [{ code: 'br', label: { 'en-US': 'Brushed', 'de-DE': 'Gebürstet' } }],
      },
    },
    { technicalName: 'maker', friendlyName: { 'en-US': 'Maker' }, type: 'link' },
  ],
}

let list: ContentList
beforeAll(async () => {
  list = await openContentList([product])
})
afterAll(() => list.close())

/** The field of the only row that is found, and its text with what is marked in brackets. */
async function matchOf(searchText: string, more: Partial<SearchInput> = {}) {
  const { items } = await list.find({ matches: true, filtering: { searchText }, ...more })
  expect(items).toHaveLength(1)
  const match = items[0]?.match
  if (match === undefined) return undefined
  const { text, marks, technicalFieldName, friendlyName } = match
  const marked = marks.reduceRight(
    (all, { from, to }) => `${all.slice(0, from)}[${all.slice(from, to)}]${all.slice(to)}`,
    text,
  )
  return [technicalFieldName, friendlyName?.['en-US'], marked]
}

describe('a row that is found by something else than its name says so', () => {
  beforeAll(async () => {
    const maker = await list.add({ name: 'Nordwerk', values: { title: 'Nordwerk' } })
    await list.add({
      name: 'Lantern',
      values: {
        title: 'Lantern',
        sku: 'KX-2404-B',
        about: 'Burns for hours on one filling. Its windproof chimney lifts off.',
        body: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Forged brackets' }] }] },
        price: [{ amount: '19.99', currency: 'EUR' }],
        volume: { amount: '1500', unit: 'ml' },
        finish: 'br',
        maker: maker.contentItemId,
      },
    })
  })

  it.each([
    ['2404', ['sku', 'Article number', 'KX-[2404]-B']],
    ['kx2404b', ['sku', 'Article number', '[KX-2404-B]']],
    ['lantern windproof', ['about', 'About', '…one filling. Its [windproof] chimney lifts off.']],
    ['forged', ['body', undefined, '[Forged] brackets']],
    ['brushed', ['finish', 'Finish', '[Brushed]']],
    ['gebürstet', ['finish', 'Finish', expect.stringContaining('[Gebürstet]')]],
    ['19,99 €', ['price', 'Price', expect.stringMatching(/^\[.*19\.99.*\]$/)]],
  ])('%s', async (searchText, found) => {
    expect(await matchOf(searchText)).toEqual(found)
  })

  it('names what it refers to', async () => {
    const { items } = await list.find({ matches: true, filtering: { searchText: 'nordwerk' } })
    expect(items.map(({ name }) => name)).toEqual(['Nordwerk', 'Lantern'])
    expect(items[0]?.match).toBeUndefined()
    expect(items[1]?.match).toMatchObject({
      technicalFieldName: 'maker',
      text: 'Nordwerk',
      marks: [{ from: 0, to: 8 }],
    })
  })

  it('with the text that it is shown for, where what was typed is found nowhere', async () => {
    const { items, shownFor } = await list.find({ matches: true, filtering: { searchText: 'windprof' } })
    expect(shownFor).toBe('windproof')
    expect(items[0]?.match?.technicalFieldName).toBe('about')
  })

  it('but not where its name has all words, nor where nobody asks', async () => {
    expect(await matchOf('lantern')).toBeUndefined()
    const { items } = await list.find({ filtering: { searchText: '2404' } })
    expect(items[0]).not.toHaveProperty('match')
    expect((await list.find({ matches: true })).items[0]).not.toHaveProperty('match')
  })
})

describe('what was typed is marked in names as the search compares it', () => {
  it.each([
    ['Two cheese boards', 'cheeses', 'Two [cheese] boards'],
    ['Bracket MH-01 left', 'mh01', 'Bracket [MH-01] left'],
    ['電視櫃 120', '电视', '[電視]櫃 120'],
    ['ชาเขียวใบเต็ม', 'ชา', '[ชา]เขียวใบเต็ม'],
    ['Waterproof lining', 'watreproof', '[Waterproof] lining'],
  ])('%s', async (name, searchText, marked) => {
    const other = await list.anotherTenant()
    await other.add({ name, values: { title: name } })
    const { items } = await other.find({ matches: true, filtering: { searchText } })
    const marks = items[0]?.nameMarks ?? []
    expect(
      marks.reduceRight((all, { from, to }) => `${all.slice(0, from)}[${all.slice(from, to)}]${all.slice(to)}`, name),
    ).toBe(marked)
  })

  it('and not where nobody asks', async () => {
    const { items } = await list.find({ filtering: { searchText: 'lantern' } })
    expect(items[0]?.name).toBe('Lantern')
    expect(items[0]).not.toHaveProperty('nameMarks')
  })
})

it('a text that is stored apart is found by its beginning', async () => {
  const other = await list.anotherTenant()
  await other.add({ name: 'Manual', values: { title: 'Manual', about: `Zeppelin ${'long '.repeat(20_000)}` } })
  const { items } = await other.find({ matches: true, filtering: { searchText: 'zeppelin' } })
  expect(items[0]?.match).toMatchObject({ technicalFieldName: 'about', marks: [{ from: 0, to: 8 }] })
})

it('a link to what is in no list is not named', async () => {
  const other = await list.anotherTenant()
  await other.add({ name: 'Bracket', values: { title: 'Bracket', maker: newId() } })
  expect((await other.find({ matches: true, filtering: { searchText: 'bracket' } })).items[0]).not.toHaveProperty(
    'match',
  )
})
