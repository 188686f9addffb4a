import type { ContentType } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { type ContentList, openContentList } from '../../../../testing/content-list.ts'

const fields = ['one', 'two', 'three'].map((technicalName) => ({
  technicalName,
  friendlyName: {},
  type: 'longText' as const,
}))
const book: ContentType = { technicalName: 'book', friendlyName: {}, kind: 'user', fields }

let list: ContentList
beforeAll(async () => {
  list = await openContentList([book])
})
afterAll(() => list.close())

const found = (searchText: string) => list.names({ filtering: { searchText } })

describe('a long text', () => {
  it('of two hundred thousand characters is saved, and found by its first words', async () => {
    const words = Array.from({ length: 25_000 }, (_, at) => `word${at}`).join(' ')
    await list.add({ name: 'Long', values: { one: `${words.slice(0, 199_991)} zeppelin` } })
    // With each word its number is one, too: the first four thousand are the eight thousand words that a document has.
    for (const word of ['word0', 'word3998', '3998']) expect([word, await found(word)]).toEqual([word, ['Long']])
    expect(await found('zeppelin')).toEqual([])
  })

  it('of words of sixty letters, of four bytes each, is saved and found', async () => {
    const word = (at: number) => inDeseret(at).padStart(120, inDeseret(0))
    const textOf = (part: number) => Array.from({ length: 3_200 }, (_, at) => word(part * 3_200 + at)).join(' ')
    const values = Object.fromEntries(fields.map(({ technicalName }, part) => [technicalName, textOf(part)]))
    await list.add({ name: 'In Deseret', values })
    for (const at of [0, 1, 7_999]) expect([at, await found(word(at))]).toEqual([at, ['In Deseret']])
  })
})

/** A number in letters of a script outside of the Basic Multilingual Plane. */
const inDeseret = (at: number): string =>
  [...at.toString()].map((digit) => String.fromCodePoint(0x10428 + Number(digit))).join('')
