import type { ContentType, SearchContentDocument } from '@pim/contract'
import { describe, expect, it } from '@rstest/core'
import { foundEntry, isSearchable, matchingEntries, type PaletteEntry } from './palette-entries.ts'

const entry = (group: PaletteEntry['group'], label: string, keywords?: string): PaletteEntry => ({
  id: label,
  group,
  label,
  ...(keywords ? { keywords } : {}),
  run: () => undefined,
})
const entries = [
  entry('do', 'Log out', 'sign off'),
  entry('go', 'Content'),
  entry('found', 'Canon EOS 70D'),
  entry('do', 'New item', 'create content'),
]
const labels = (typed: string) => matchingEntries(entries, typed, 'en-US').map(({ label }) => label)

it('an entry says where its name has what was typed, and by what else it was found', () => {
  const product: ContentType = {
    technicalName: 'product',
    friendlyName: { 'en-US': 'Product', 'sv-SE': 'Produkt' },
    kind: 'user',
    fields: [],
  }
  const known = { variations: [], types: [product], language: 'sv-SE' }
  const match = { technicalFieldName: 'sku', friendlyName: {}, text: 'KX-2404-B', marks: [{ from: 3, to: 7 }] }
  const found: SearchContentDocument = {
    contentItemId: '1',
    contentVariationId: '2',
    variationId: '3',
    name: 'Lantern',
    technicalContentTypeName: 'product',
    kind: 'user',
    status: 'draft',
    hasUnpublishedChanges: false,
    completeness: 100,
    deliveryTargets: [],
    readiness: [],
    translation: { state: 'own', percent: 100 },
    version: 1,
    conceptIds: [],
    modifiedAt: '2026-01-01T00:00:00.000Z',
    modifiedBy: 'somebody',
    nameMarks: [{ from: 0, to: 3 }],
    match,
  }
  expect(foundEntry(found, known, () => undefined)).toMatchObject({
    match,
    marks: [{ from: 0, to: 3 }],
    note: 'Produkt',
  })
  expect(foundEntry(found, { ...known, types: undefined }, () => undefined).note, 'before types are there').toBe(
    'product',
  )

  const asked: string[] = []
  foundEntry(found, known, (path) => asked.push(path)).run()
  expect(asked, 'opens in the variation that it was found in').toEqual(['/content-item/1?variation=3'])
})

it('one letter is not searched for, and one character that is a word is', () => {
  expect(['', 'a', 'ab', '茶', 'お', '차'].filter(isSearchable)).toEqual(['ab', '茶', 'お', '차'])
})

describe('the palette', () => {
  it('lists search results, then navigation, then commands', () => {
    expect(labels('')).toEqual(['Canon EOS 70D', 'Content', 'Log out', 'New item'])
  })

  it('finds entries by the words of their labels and keywords, in any order', () => {
    expect(labels('content')).toEqual(['Canon EOS 70D', 'Content', 'New item'])
    expect(labels('OFF sign')).toEqual(['Canon EOS 70D', 'Log out'])
  })
})
