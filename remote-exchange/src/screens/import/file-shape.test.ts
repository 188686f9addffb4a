import type { ImportFileShape } from '@pim/contract'
import { describe, expect, it } from '@rstest/core'
import { readShape, writeShape } from './file-shape.ts'

const shapes: readonly ImportFileShape[] = [
  { format: 'csv', encoding: 'windows-1250', delimiter: ';', headerRow: 3 },
  { format: 'xlsx', sheet: 'Prices', firstRow: 4 },
  { format: 'jsonLines', encoding: 'utf-8' },
  { format: 'xml', encoding: 'utf-8', element: 'rss/channel/item' },
]

describe('how a file is read', () => {
  it('stands in the address, whatever stood there before', () => {
    const address = new URLSearchParams('type=article')
    for (const shape of [...shapes, ...shapes.toReversed()]) {
      writeShape(address, shape)
      expect(readShape(address)).toEqual(shape)
    }
    expect(address.get('type')).toBe('article')
  })
})
