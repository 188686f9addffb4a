import type { ContentType } from '@pim/contract'
import { describe, expect, it } from '@rstest/core'
import { beginningOf } from './beginning-of.ts'
import { chainOf, descendantsOf, resolveValues } from './fallback.ts'
import type { Values } from './values.ts'

const fallbacks = new Map([
  ['en', null],
  ['sv', 'en'],
  ['de', 'en'],
  ['at', 'de'],
])
const type: ContentType = {
  technicalName: 'thing',
  friendlyName: {},
  kind: 'user',
  fields: [
    { technicalName: 'title', friendlyName: {}, type: 'text' },
    { technicalName: 'constructor', friendlyName: {}, type: 'text' },
    { technicalName: 'weight', friendlyName: {}, type: 'integer', localizable: false },
  ],
}
const resolve = (variationId: string, own: Record<string, Values>, shared: Values = {}) =>
  resolveValues(type, chainOf(fallbacks, variationId), (id) => own[id], shared)

describe('the chain of a variation', () => {
  it('leads from itself to where nothing more is fallen back to', () => {
    expect(chainOf(fallbacks, 'at')).toEqual(['at', 'de', 'en'])
    expect(descendantsOf(fallbacks, 'en').sort()).toEqual(['at', 'de', 'sv'])
    expect(descendantsOf(fallbacks, 'at')).toEqual([])
  })
  it('ends where it would come back to itself', () => {
    expect(
      chainOf(
        new Map([
          ['a', 'b'],
          ['b', 'a'],
        ]),
        'a',
      ),
    ).toEqual(['a', 'b'])
  })
})

describe('the resolver', () => {
  it('takes the own value, or the nearest ancestor’s', () => {
    const own = { en: { title: 'Shoe' }, de: { title: 'Schuh' }, at: {} }
    expect(resolve('at', own).title).toEqual({ value: 'Schuh', isInherited: true, sourceVariationId: 'de' })
    expect(resolve('de', own).title).toEqual({ value: 'Schuh', isInherited: false, sourceVariationId: 'de' })
    expect(resolve('sv', own).title).toEqual({ value: 'Shoe', isInherited: true, sourceVariationId: 'en' })
  })
  it('inherits a value that is deliberately empty as one', () => {
    const own = { en: { title: 'Shoe' }, de: { title: null } }
    expect(resolve('at', own).title).toEqual({ value: null, isInherited: true, sourceVariationId: 'de' })
  })
  it('names nobody where nobody has a value, whatever the field is called', () => {
    expect(resolve('at', {}).constructor).toEqual({ value: null, isInherited: false, sourceVariationId: null })
  })
  it('passes over a variation that the item is not in', () => {
    expect(resolve('at', { en: { title: 'Shoe' } }).title?.value).toBe('Shoe')
  })
  it('gives every variation the shared value as its own', () => {
    expect(resolve('at', { at: { weight: 1 } }, { weight: 7 }).weight).toEqual({
      value: 7,
      isInherited: false,
      sourceVariationId: 'at',
    })
  })
})

describe('the beginning of a text', () => {
  it('never ends in half a character', () => {
    expect(beginningOf('ab😀', 3)).toBe('ab')
    expect(beginningOf('ab😀', 4)).toBe('ab😀')
    expect(beginningOf('abc', 2)).toBe('ab')
  })
})
