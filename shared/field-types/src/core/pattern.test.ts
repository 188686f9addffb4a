import { describe, expect, it } from '@rstest/core'
import fc from 'fast-check'
import { compilePattern, isPattern } from './pattern.ts'

describe('a pattern', () => {
  it('says the same as the language does, for what both know', () => {
    const piece = fc.constantFrom('a', 'b', '.', '[ab]', '[^a]', '(a|b)', '(?:ab)', '\\d', '1')
    const many = fc.constantFrom('', '?', '*', '+', '{2}', '{1,3}', '{2,}')
    const patterns = fc.array(fc.tuple(piece, many), { maxLength: 5 }).map((all) => all.flat().join(''))
    const texts = fc.string({ unit: fc.constantFrom('a', 'b', '1'), maxLength: 8 })
    fc.assert(
      fc.property(patterns, texts, (pattern, text) => {
        expect(compilePattern(pattern)(text)).toBe(new RegExp(`^(?:${pattern})$`, 'su').test(text))
      }),
      { numRuns: 2_000 },
    )
  })

  // With backtracking this test would not end within the age of the universe.
  it('comes to an end with one that is made to take forever', () => {
    expect(compilePattern('(a*)*b')('a'.repeat(1_000))).toBe(false)
    expect(compilePattern('(a|a)*(a|a)*(a|a)*b')('a'.repeat(1_000))).toBe(false)
  })

  it.each([
    '(',
    ')',
    'a{3,2}',
    '[z-a]',
    'a**',
    '(?=a)',
    '(?<a>b)',
    '\\1',
    '\\p{L}',
    'a{5000}',
    '(a{100}){100}',
    '[a',
    'a\\',
  ])('refuses %s', (pattern) => expect(isPattern(pattern)).toBe(false))

  it('always speaks of the whole text', () => {
    expect(compilePattern('b')('abc')).toBe(false)
    expect(compilePattern('^b$')('b')).toBe(true)
  })
})
