import { describe, expect, it } from '@rstest/core'
import type { RowDetails } from './bulk-change.ts'
import { readDetails, storedDetails } from './stored-details.ts'

const own = (value: unknown, variationId: string) => ({ value, isInherited: false, sourceVariationId: variationId })
const details: RowDetails = {
  changes: [
    { variationId: 'en', technicalFieldName: '$name', before: null, after: own('Lamp', 'en') },
    { variationId: 'en', technicalFieldName: 'title', before: own(null, 'en'), after: own(['Lamp'], 'en') },
    {
      variationId: 'de',
      technicalFieldName: 'title',
      before: { value: 'Lamp', isInherited: true, sourceVariationId: 'en' },
      after: { value: null, isInherited: false, sourceVariationId: null },
    },
    { variationId: 'en', technicalFieldName: 'text', before: own(null, 'en'), after: null, isLeftOut: true },
  ],
  leftOutChanges: 2,
  versions: { en: 3 },
  kept: [],
  problem: null,
}

describe('the details of a row as they are stored', () => {
  it('come back as they were, in their order', () => {
    expect(readDetails(JSON.parse(JSON.stringify(storedDetails(details))))).toEqual(details)
  })

  it('name each variation once where its changes follow each other', () => {
    expect(storedDetails(details).byVariation?.map(([variationId]) => variationId)).toEqual(['en', 'de', 'en'])
    expect(JSON.stringify(storedDetails(details).byVariation?.[0])).toBe(
      '["en",[["$name",null,["Lamp"]],["title",[null],[["Lamp"]]]]]',
    )
  })

  it('of an earlier release are read, too', () => {
    expect(readDetails(details)).toEqual(details)
  })
})
