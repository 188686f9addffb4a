import { describe, expect, it } from '@rstest/core'
import fc from 'fast-check'
import { endOfPrefix, sortableKey } from '../../../core/sortable-key.ts'

const number = (value: string) => sortableKey('number', value)
const byCode = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

describe('numbers as keys', () => {
  it.each([
    [
      [
        '-1000',
        '-999.5',
        '-1.23',
        '-1.2',
        '-0.001',
        '0',
        '0.0009',
        '0.001',
        '0.01',
        '1',
        '1.2',
        '1.23',
        '2',
        '10',
        '999',
        '1000',
      ],
    ],
    [['-123456789012345678901234567890', '-1e20', '-5', '5', '1e20', '123456789012345678901234567890']],
  ])('order as numbers do: %j', (sorted) => {
    expect([...sorted].reverse().map(number).sort(byCode)).toEqual(sorted.map(number))
  })

  it.each([
    ['1.50', '1.5'],
    ['0.0', '-0'],
    ['007', '7'],
    ['1e3', '1000'],
    ['.5', '0.5'],
  ])('are one where they are equal: %s, %s', (one, other) => {
    expect(number(one)).toBe(number(other))
  })

  it('order as any two numbers do', () => {
    const decimal = fc
      .tuple(fc.bigInt(-(10n ** 25n), 10n ** 25n), fc.integer({ min: 0, max: 30 }))
      .map(([digits, scale]) => ({ digits, scale }))
    const written = ({ digits, scale }: { digits: bigint; scale: number }) => {
      const text = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0')
      return `${digits < 0n ? '-' : ''}${text.slice(0, text.length - scale)}.${text.slice(text.length - scale)}0`
    }
    fc.assert(
      fc.property(decimal, decimal, (one, other) => {
        const scale = Math.max(one.scale, other.scale)
        const difference =
          one.digits * 10n ** BigInt(scale - one.scale) - other.digits * 10n ** BigInt(scale - other.scale)
        expect(byCode(number(written(one)), number(written(other)))).toBe(
          difference < 0n ? -1 : difference > 0n ? 1 : 0,
        )
      }),
      { numRuns: 2_000 },
    )
  })

  it('are refused where they are none', () => {
    for (const text of ['', '-', '.', '1,5', 'NaN', '1e', '1e99999', '٣'])
      expect(() => number(text)).toThrow(RangeError)
  })
})

describe('the end of a prefix', () => {
  const encoded = (text: string) => Buffer.from(text)
  it('lies after all that begins with it and before all else that follows', () => {
    const text = fc.string({ unit: 'binary', minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(text, fc.string({ unit: 'binary', maxLength: 5 }), text, (prefix, more, other) => {
        const end = endOfPrefix(prefix)
        if (end === undefined) return
        expect(Buffer.compare(encoded(prefix + more), encoded(end))).toBeLessThan(0)
        if (!other.startsWith(prefix) && Buffer.compare(encoded(other), encoded(prefix)) > 0)
          expect(Buffer.compare(encoded(other), encoded(end))).toBeGreaterThanOrEqual(0)
      }),
      { numRuns: 2_000 },
    )
  })
  it('is nowhere after the last character there is', () => {
    expect(endOfPrefix('\u{10ffff}')).toBeUndefined()
    expect(endOfPrefix('a\u{10ffff}')).toBe('b')
    expect(endOfPrefix('\ud7ff')).toBe('\ue000')
  })
})
