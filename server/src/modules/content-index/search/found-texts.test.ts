import type { ContentType } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { type ContentList, openContentList } from '../../../../testing/content-list.ts'

const product: ContentType = {
  technicalName: 'product',
  friendlyName: {},
  kind: 'user',
  fields: [{ technicalName: 'about', friendlyName: {}, type: 'longText' }],
}

let list: ContentList
beforeAll(async () => {
  list = await openContentList([product])
})
afterAll(() => list.close())

describe('words', () => {
  const text = (name: string, about = '', languageCode = 'en-US') => list.add({ name, values: { about }, languageCode })
  const found = (searchText: string) => list.names({ filtering: { searchText } })

  it('are found whatever their accents, case and ending, and while they are being typed', async () => {
    await text('Crème brûlée torch', 'for running kitchens')
    for (const typed of ['creme', 'BRÛLÉE', 'brul', 'torches', 'runs', 'kitchen', 'runnin', 'creme torch'])
      expect([typed, await found(typed)]).toEqual([typed, ['Crème brûlée torch']])
    expect(await found('creme spoon')).toEqual([])
  })

  it('weigh more in a name than elsewhere', async () => {
    await text('Zeppelin')
    await text('Something else', 'zeppelin zeppelin zeppelin')
    expect(await found('zeppelin')).toEqual(['Zeppelin', 'Something else'])
    expect(
      await list.names({ filtering: { searchText: 'zeppelin' }, sorting: { field: 'name', direction: 'asc' } }),
    ).toEqual(['Something else', 'Zeppelin'])
  })

  it('of article numbers are found whole, in part and without their signs', async () => {
    await text('Valve AB-4711/x')
    for (const typed of ['AB-4711', '4711', 'ab4711', 'ab-47']) expect(await found(typed)).toEqual(['Valve AB-4711/x'])
  })

  it('in Japanese and Chinese are found by any part of them', async () => {
    await text('東京都の水筒')
    await text('京東')
    for (const typed of ['東京', '京都', '水筒', '筒', '東京都'])
      expect([typed, await found(typed)]).toEqual([typed, ['東京都の水筒']])
    expect(await found('京東')).toEqual(['京東'])
  })

  it('mean signs as they stand', async () => {
    await text('100% linen')
    await text('1000 linen')
    await text('snake_case name')
    await text("'")
    expect(await found('%')).toEqual(['100% linen'])
    expect(await found('100%')).toEqual(['100% linen'])
    expect(await found('_')).toEqual(['snake_case name'])
    expect(await found('snake_c')).toEqual(['snake_case name'])
    for (const typed of ['\\', "'", "';--", ':*', '&', '|', '!linen <-> &', '()'])
      expect(await found(typed)).not.toContain('1000 linen')
  })

  it.each(["''", "Levi's 501", "'t Hof", '\\', "rock 'n' roll \\ '"])(
    'are saved and found in a name: %s',
    async (name) => {
      await text(name)
      expect(await found(name)).toContain(name)
    },
  )
})

describe('words of other languages', () => {
  it.each([
    ['sv-SE', 'Vattenflaskor i stål', ['vattenflaska', 'vattenflaskorna', 'stal']],
    ['de-DE', 'Häuser aus Holz', ['haus', 'hausern', 'Holzes']],
    ['fr-FR', 'Chaussures élégantes', ['chaussure', 'elegant', 'élégante']],
  ])('%s are found by their other forms', async (languageCode, name, typed) => {
    const other = await list.anotherTenant(undefined, languageCode)
    await other.add({ name })
    for (const searchText of typed)
      expect([searchText, await other.names({ filtering: { searchText } })]).toEqual([searchText, [name]])
  })
})
