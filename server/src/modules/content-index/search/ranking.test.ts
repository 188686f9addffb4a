import type { ContentType } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { type ContentList, openContentList } from '../../../../testing/content-list.ts'
import { newId } from '../../../platform/database/new-id.ts'

const product: ContentType = {
  technicalName: 'product',
  friendlyName: {},
  kind: 'user',
  titleField: 'title',
  fields: [
    { technicalName: 'title', friendlyName: {}, type: 'text' },
    { technicalName: 'sku', friendlyName: {}, type: 'text', localizable: false },
    { technicalName: 'about', friendlyName: {}, type: 'longText' },
    { technicalName: 'price', friendlyName: {}, type: 'price' },
    { technicalName: 'volume', friendlyName: {}, type: 'measurement' },
    { technicalName: 'stock', friendlyName: {}, type: 'integer', localizable: false },
    { technicalName: 'gauge', friendlyName: {}, type: 'decimal' },
    {
      technicalName: 'finish',
      friendlyName: {},
      type: 'select',
      settings: {
        options: [{ code: 'brushed', label: { 'en-US': 'Brushed', 'de-DE': 'Gebürstet', 'sv-SE': 'Borstad' } }],
      },
    },
    { technicalName: 'topic', friendlyName: {}, type: 'concept' },
    { technicalName: 'maker', friendlyName: {}, type: 'link' },
  ],
}

let list: ContentList
beforeAll(async () => {
  list = await openContentList([product])
})
afterAll(() => list.close())

/** A tenant whose variation is of this language, with items of these titles; their names are the titles. */
async function tenantWith(languageCode: string, ...titles: readonly string[]): Promise<ContentList> {
  const other = await list.anotherTenant(undefined, languageCode)
  for (const title of titles) await other.add({ name: title, values: { title } })
  return other
}

const find = (tenant: ContentList, searchText: string) => tenant.names({ filtering: { searchText } })

describe('what is found is in the order', () => {
  it('exact, what begins with it, words, texts; short before long', async () => {
    const tenant = await tenantWith('en-US', 'Goat cheese spread', 'Cheeses of the Alps', 'Cheese')
    await tenant.add({ name: 'Knife', values: { title: 'Knife', about: 'cheese cheese cheese' } })
    await tenant.add({ name: 'Goat cheese', values: { title: 'Goat cheese' } })
    expect(await find(tenant, 'cheese')).toEqual([
      'Cheese',
      'Cheeses of the Alps',
      'Goat cheese',
      'Goat cheese spread',
      'Knife',
    ])
    expect((await find(tenant, 'cheeses')).slice(0, 2)).toEqual(['Cheese', 'Cheeses of the Alps'])
  })

  it('of the title in the variation, though the name is in another language', async () => {
    const tenant = await tenantWith('de-DE')
    await tenant.add({ name: 'Lamp for the table', values: { title: 'Tischlampe' }, languageCode: 'de-DE' })
    await tenant.add({ name: 'Tischlampe', values: { title: 'Alte Tischlampe' }, languageCode: 'de-DE' })
    expect(await find(tenant, 'Tischlampe')).toEqual(['Lamp for the table', 'Tischlampe'])
  })

  it('of the title, by its words and by parts of them, before the words of a name in another language', async () => {
    const tenant = await tenantWith('de-DE')
    await tenant.add({ name: 'Nursing shirts', values: { title: 'Stillhemden' }, languageCode: 'de-DE' })
    await tenant.add({ name: 'Sweaters', values: { title: 'Kurze Sweatshirts' }, languageCode: 'de-DE' })
    await tenant.add({ name: 'Polo', values: { title: 'Warme Shirts aus Wolle' }, languageCode: 'de-DE' })
    await tenant.add({ name: 'Set screws', values: { title: 'Stellschrauben' }, languageCode: 'de-DE' })
    await tenant.add({ name: 'Drums', values: { title: 'Kleine Tabla-Sets' }, languageCode: 'de-DE' })
    await tenant.add({ name: 'Screw', values: { title: 'Set Schrauben' }, languageCode: 'de-DE' })
    expect(await find(tenant, 'sets')).toEqual(['Drums', 'Screw', 'Set screws'])
    expect(await find(tenant, 'shirts')).toEqual(['Polo', 'Sweaters', 'Nursing shirts'])
  })
})

describe('codes', () => {
  it('are found whole first, and by any part from three characters, with or without signs', async () => {
    const tenant = await tenantWith('en-US', 'iPhone12 case', 'Milk 400 ml', 'Soap 400ml', 'Router A2404')
    for (const sku of ['MH01-XS-Black', 'MH01-S-Black', 'MH01'])
      await tenant.add({ name: `Hoodie ${sku}`, values: { title: 'Hoodie', sku } })
    expect((await find(tenant, 'MH01'))[0]).toBe('Hoodie MH01')
    expect(await find(tenant, 'mh01xs')).toEqual(['Hoodie MH01-XS-Black'])
    expect(await find(tenant, 'H01-XS')).toEqual(['Hoodie MH01-XS-Black'])
    expect(await find(tenant, '2404')).toEqual(['Router A2404'])
    expect(await find(tenant, 'iphone 12')).toEqual(['iPhone12 case'])
    for (const typed of ['400ml', '400 ml'])
      expect([typed, (await find(tenant, typed)).toSorted()]).toEqual([typed, ['Milk 400 ml', 'Soap 400ml']])
  })
})

describe('a code', () => {
  it.each([
    ['4006381333931', 'Pen'],
    ['4006381', 'Pen'],
    ['333931', 'Pen'],
    ['4006381 333931', 'Pen'],
    ['0012345678905', 'Tea'],
    ['012345678905', 'Tea'],
    ['warme-jacke-aus-wolle', 'Coat'],
    ['jacke-aus', 'Coat'],
    ['IMG_2041.jpg', 'Poster'],
    ['img 2041', 'Poster'],
    ['MG_204', 'Poster'],
    ['_2041', 'Poster'],
    ['img_2041', 'Poster'],
    ['ABRIC_REDX', 'Curtain'],
    ['fabric_', 'Curtain'],
    ['bricred', 'Curtain'],
  ])('of a global trade item number, an address or a file: %s finds %s', async (typed, name) => {
    const tenant = await tenantWith('en-US')
    const codes = {
      Pen: '4006381333931',
      Tea: '0012345678905',
      Coat: 'warme-jacke-aus-wolle',
      Poster: 'IMG_2041.jpg',
      Curtain: 'FABRIC_REDXL',
    }
    for (const [title, sku] of Object.entries(codes)) await tenant.add({ name: title, values: { title, sku } })
    expect(await find(tenant, typed)).toEqual([name])
  })
})

describe('languages', () => {
  it.each([
    ['de-DE', 'saft', 'Apfelsaft', ['Säge']],
    ['sv-SE', 'lampa', 'Bordslampa', ['Lack']],
    ['nb-NO', 'flaske', 'Vannflaske', ['Glass']],
    ['da-DK', 'skab', 'Køleskab', ['Skål']],
    ['nl-NL', 'kast', 'Boekenkast', ['Stoel']],
    ['fi-FI', 'pullo', 'Vesipullo', ['Lasi']],
    ['de-DE', 'seile', 'Kletterseil', ['Säge']],
    ['de-DE', 'gläser', 'Weinglas', ['Gabel']],
    ['de-DE', 'sofas', 'Ecksofa', ['Sofort']],
    ['sv-SE', 'lampor', 'Bordslampa', ['Lack']],
    ['nl-NL', 'kasten', 'Boekenkast', ['Stoel']],
    ['de-DE', 'apfel saft', 'Apfelsaft', ['Apfel']],
    ['sv-SE', 'får', 'Får', ['Fara', 'Farmor']],
    ['sv-SE', 'stal', 'Flaska i stål', ['Stol']],
    ['de-DE', 'muller', 'Müller', ['Mühle']],
    ['ru-RU', 'сыр', 'Сыр', ['Сырья', 'Сырник']],
    ['zh-CN', '檢查', '检查表', ['表']],
    ['zh-TW', '检查', '檢查表', ['表']],
    ['ja-JP', '水筒', '東京の水筒', ['東京']],
    ['ko-KR', '국어', '한국어책', ['한국']],
    ['he-IL', 'שלום', 'שָׁלוֹם', ['שלומי']],
    ['ar-SA', 'كتاب', 'كِتَاب', ['كاتب']],
    ['ar-SA', 'قهوة', 'فنجان قهوة', ['فنجان شاي']],
    ['ar-SA', 'القهوة', 'فنجان القهوة', ['فنجان الشاي']],
    ['th-TH', 'น้ำ', 'ขวดน้ำ', ['ขวด']],
    ['en-US', '🎉', 'Party 🎉', ['Party']],
    ['en-US', '1299', 'Engine 1,299', ['Engine 1']],
  ])('%s: %s finds %s', async (languageCode, typed, title, others) => {
    const tenant = await tenantWith(languageCode, ...others, title)
    expect(await find(tenant, typed)).toEqual([title])
  })

  it('an exact accent comes first', async () => {
    const tenant = await tenantWith('de-DE', 'Schon', 'Schön')
    expect(await find(tenant, 'schön')).toEqual(['Schön', 'Schon'])
    expect(await find(tenant, 'schon')).toEqual(['Schon', 'Schön'])
  })

  it('words that are still being typed are found where no whole word is', async () => {
    const tenant = await tenantWith('ru-RU', 'Молоко', 'Сырник')
    expect(await find(tenant, 'сырн')).toEqual(['Сырник'])
  })
})

describe('numbers, prices, measures and options are found as people write them', () => {
  const values = {
    Vase: { volume: { amount: '400', unit: 'MILLILITER' }, price: [{ amount: '19.99', currency: 'EUR' }] },
    Can: { volume: { amount: '1.5', unit: 'LITER' }, price: [{ amount: '1299', currency: 'SEK' }], stock: 12 },
    Wire: { gauge: '0.75', stock: -47, finish: 'brushed' },
  }
  let tenant: ContentList
  beforeAll(async () => {
    tenant = await tenantWith('de-DE', 'Krug', '19', '99')
    for (const [name, each] of Object.entries(values)) await tenant.add({ name, values: each, languageCode: 'de-DE' })
  })

  it.each([
    ['400 ml', 'Vase'],
    ['400ml', 'Vase'],
    ['vase 400', 'Vase'],
    ['0,4 l', 'Vase'],
    ['400 Milliliter', 'Vase'],
    ['19,99', 'Vase'],
    ['19.99', 'Vase'],
    ['19,99 €', 'Vase'],
    ['€19.99', 'Vase'],
    ['EUR 19,99', 'Vase'],
    ['vase 19,99 €', 'Vase'],
    ['400 ml 19,99 €', 'Vase'],
    ['1.5 l', 'Can'],
    ['1,5 l', 'Can'],
    ['1,5l', 'Can'],
    ['1,5 Liter', 'Can'],
    ['1500 ml', 'Can'],
    ['1 299 kr', 'Can'],
    ['1.299', 'Can'],
    ['1299 SEK', 'Can'],
    ['12', 'Can'],
    ['١٢', 'Can'],
    ['0,75', 'Wire'],
    ['-47', 'Wire'],
    ['gebürstet', 'Wire'],
    ['brushed', 'Wire'],
    ['borstad', 'Wire'],
  ])('%s', async (typed, name) => {
    expect(await find(tenant, typed)).toEqual([name])
  })

  it.each(['krug 19,99', '19,99 $', '19,98', '1,5 kg', 'A12'])('%s is nothing of these', async (typed) => {
    expect(await find(tenant, typed)).toEqual([])
  })

  it('where a title has the number, it comes first', async () => {
    await tenant.add({ name: 'Dozen', values: { title: 'Set 12' }, languageCode: 'de-DE' })
    expect(await find(tenant, '12')).toEqual(['Dozen', 'Can'])
  })
})

describe('names of what an item refers to', () => {
  it('are found as they are now: concepts and linked items', async () => {
    const tenant = await list.anotherTenant()
    const { tenantId } = tenant.tenant
    const [taxonomyId, conceptId] = [newId(), newId()]
    await tenant.test.database.inTenant(tenantId, async (trx) => {
      const by = { created_by: 'test', modified_by: 'test' }
      await trx
        .insertInto('taxonomy')
        .values({
          tenant_id: tenantId,
          taxonomy_id: taxonomyId,
          friendly_name: 'T',
          name_key: 't',
          description: '',
          ...by,
        })
        .execute()
      await trx
        .insertInto('concept')
        .values({
          tenant_id: tenantId,
          concept_id: conceptId,
          taxonomy_id: taxonomyId,
          parent_concept_id: null,
          friendly_name: 'Réd Wine',
          name_key: 'réd wine',
          description: '',
          position: 0,
          path: Buffer.from(conceptId.replaceAll('-', ''), 'hex'),
        })
        .execute()
    })
    const maker = await tenant.add({ name: 'Glassworks', values: { title: 'Glassworks of Orrefors' } })
    await tenant.add({ name: 'Cup', values: { topic: conceptId, maker: maker.contentItemId } })
    expect(await find(tenant, 'réd wine')).toEqual(['Cup'])
    expect(await find(tenant, 'cup réd')).toEqual(['Cup'])
    expect(await find(tenant, 'glassworks')).toEqual(['Glassworks', 'Cup'])
    expect(await find(tenant, 'cup glassworks')).toEqual(['Cup'])
    await tenant.test.database.inTenant(tenantId, (trx) =>
      trx.updateTable('concept').set({ friendly_name: 'Port', name_key: 'port' }).execute(),
    )
    expect(await find(tenant, 'port')).toEqual(['Cup'])
  })
})

describe('typing errors', () => {
  it('are not looked for in a long text without spaces, whose tries would be more than a query can hold', async () => {
    const tenant = await tenantWith('zh-CN', '漢字')
    expect(await find(tenant, '漢字仮名交'.repeat(100))).toEqual([])
  })

  it.each([
    ['en-US', 'kitchne lamp', 'Kitchen lamp', 'kitchen lamp'],
    ['en-US', 'lmap', 'Kitchen lamp', 'lamp'],
    ['de-DE', 'Kafeemaschiene', 'Kaffeemaschine', 'kaffeemaschine'],
    ['ru-RU', 'малоко', 'Молоко', 'молоко'],
    ['de-DE', 'Größe Kafeemaschiene', 'Größe einer Kaffeemaschine', 'Größe kaffeemaschine'],
    ['hi-IN', 'मु्गा', 'मुर्गा', 'मुर्गा'],
    ['hi-IN', 'कैंडडी', 'कैंडी', 'कैंडी'],
    ['fa-IR', 'چراع مطالعه', 'چراغ مطالعه', 'چراغ مطالعه'],
    ['fa-IR', 'ترازو دیجیتالپ', 'ترازو دیجیتال', 'ترازو دیجیتال'],
    ['ka-GE', 'ლამფა', 'ლამპა', 'ლამპა'],
    ['ja-JP', '東京都水箇', '東京都水筒', '東京都水筒'],
    ['ja-JP', 'ハダンゴテ', 'ハンダゴテ', 'ハンダゴテ'],
  ])('%s: %s', async (languageCode, typed, title, shownFor) => {
    const tenant = await tenantWith(languageCode, title, 'x')
    const page = await tenant.find({ filtering: { searchText: typed } })
    expect([page.items.map(({ name }) => name), page.shownFor]).toEqual([[title], shownFor])
  })

  it.each([
    ['botle', 'bottle'],
    ['kitchne lamp', 'kitchen lamp'],
    ['unbreakabel bottle', 'unbreakable bottle'],
    ['unbraekabel', 'unbreakable'],
  ])('are put right by words of texts, too: %s', async (typed, shownFor) => {
    const tenant = await tenantWith('en-US', 'Vase')
    const about = 'An unbreakable bottle. Stands beside a lamp of the kitchen.'
    await tenant.add({ name: 'Flask', values: { title: 'Flask', about } })
    const page = await tenant.find({ filtering: { searchText: typed } })
    expect([page.items.map(({ name }) => name), page.shownFor]).toEqual([['Flask'], shownFor])
  })

  it('are not put right where something has what was typed, or nothing is near', async () => {
    const tenant = await tenantWith('en-US', 'Lamp', 'Lamb')
    const asked = async (searchText: string, more = {}) => {
      const { items, shownFor } = await tenant.find({ filtering: { searchText, ...more } })
      return [items.map(({ name }) => name), shownFor]
    }
    expect(await asked('lamb')).toEqual([['Lamb'], undefined])
    expect(await asked('xylophone')).toEqual([[], undefined])
    // Filtered away is not typed wrong.
    expect(await asked('lamb', { statuses: ['archived'] })).toEqual([[], undefined])
  })
})
