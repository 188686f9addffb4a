import type { ContentType } from '@pim/contract'
import { describe, expect, it } from '@rstest/core'
import { differencesOf } from './project.ts'
import type { ProjectedVariation } from './projected-variation.ts'

const topic = '019a0000-0000-7000-8000-000000000011'
const type: ContentType = {
  technicalName: 'product',
  friendlyName: {},
  kind: 'user',
  fields: [
    { technicalName: 'title', friendlyName: {}, type: 'text' },
    { technicalName: 'inStock', friendlyName: {}, type: 'boolean' },
    { technicalName: 'topics', friendlyName: {}, type: 'concepts' },
  ],
}
const document = (values: Record<string, unknown>, more: Partial<ProjectedVariation> = {}): ProjectedVariation => ({
  contentVariationId: '019a0000-0000-7000-8000-0000000000a1',
  contentItemId: '019a0000-0000-7000-8000-0000000000a2',
  variationId: '019a0000-0000-7000-8000-0000000000a3',
  languageCode: 'en-US',
  contentType: type,
  contentTypeId: '019a0000-0000-7000-8000-0000000000aa',
  name: 'A name',
  isDeleted: false,
  values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value, sourceVariationId: null }])),
  ...more,
})
const was = document({ title: 'Bottle', inStock: true, topics: null })
const differences = (values: Record<string, unknown>, more: Partial<ProjectedVariation> = {}) =>
  differencesOf(document({ title: 'Bottle', inStock: true, topics: null, ...values }, { previous: was, ...more }))

describe('what has to be written of a document', () => {
  it('is all of it where nothing is known of what stood there', () => {
    const all = { keys: true, references: true, words: true }
    expect(differencesOf(document({ title: 'Bottle' }))).toEqual(all)
    expect(differences({}, { isDeleted: true })).toEqual(all)
    expect(differences({}, { contentType: { ...type } })).toEqual(all)
    expect(differences({}, { languageCode: 'de-DE' })).toEqual(all)
  })

  it('is nothing where nothing is found by anything else', () => {
    expect(differences({})).toEqual({ keys: false, references: false, words: false })
  })

  it('is what the changed field is found by', () => {
    expect(differences({ title: 'Jug' })).toEqual({ keys: true, references: false, words: true })
    expect(differences({ inStock: false })).toEqual({ keys: true, references: false, words: false })
    expect(differences({ inStock: null })).toMatchObject({ keys: true })
    expect(differences({}, { name: 'Another name' })).toEqual({ keys: false, references: false, words: true })
  })

  it('is the words too where concepts change: a search finds by both', () => {
    expect(differences({ topics: [topic] })).toEqual({ keys: true, references: true, words: true })
  })
})
