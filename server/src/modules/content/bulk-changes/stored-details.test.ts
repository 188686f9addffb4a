import { describe, expect, it } from '@rstest/core'
import type { AskedOfRow, RowDetails } from './bulk-change.ts'
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

const asked: AskedOfRow = {
  row: 2,
  item: {
    technicalContentTypeName: 'thing',
    fields: [{ technicalFieldName: 'sku', value: 'L-1' }],
    links: [],
    variations: [
      {
        variationId: 'de',
        fields: [
          { technicalFieldName: 'title', value: 'Leuchte' },
          { technicalFieldName: 'price', value: { currency: 'EUR', amount: '1' } },
          { technicalFieldName: 'weight', value: '1,5' },
        ],
        resetFields: [],
      },
    ],
  },
}
const stored = (of: RowDetails, by: AskedOfRow | null = null) => JSON.parse(JSON.stringify(storedDetails(of, by)))

describe('the details of a row as they are stored', () => {
  it('come back as they were, in their order', () => {
    expect(readDetails(stored(details), null)).toEqual(details)
  })

  it('name each variation once where its changes follow each other', () => {
    const { byVariation } = stored(details)
    expect(byVariation.map(([variationId]: [string]) => variationId)).toEqual(['en', 'de', 'en'])
    expect(byVariation[0]).toEqual([
      'en',
      [
        ['$name', null, ['Lamp']],
        ['title', [null], [['Lamp']]],
      ],
    ])
  })

  it('leave out the values that the row asks for, and what there is nothing to say of', () => {
    const change = (variationId: string, technicalFieldName: string, value: unknown) => ({
      ...{ variationId, technicalFieldName, before: null, after: own(value, variationId) },
    })
    const changes = [
      change('en', 'sku', 'L-1'),
      change('de', 'title', 'Leuchte'),
      change('de', 'price', { amount: '1', currency: 'EUR' }),
      change('de', 'weight', 1.5),
    ]
    const made: RowDetails = { changes, leftOutChanges: 0, versions: {}, kept: [], problem: null }
    expect(stored(made, asked)).toEqual({
      byVariation: [
        ['en', [['sku', null, []]]],
        [
          'de',
          [
            ['title', null, []],
            ['price', null, []],
            ['weight', null, [1.5]],
          ],
        ],
      ],
    })
    expect(readDetails(stored(made, asked), asked)).toEqual(made)
  })

  it('of an earlier release are read, too', () => {
    expect(readDetails(details, null)).toEqual(details)
  })
})
