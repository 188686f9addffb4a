import { describe, expect, it } from '@rstest/core'
import fc from 'fast-check'
import { checkPattern, compilePattern, isPattern } from './pattern.ts'
import { PatternMachine } from './pattern-machine.ts'
import { PatternReader } from './pattern-reader.ts'
import { patternTable } from './pattern-table.ts'
import { inOneGo } from './steps.ts'

describe('a pattern', () => {
  it('says the same as the language does, for what both know', () => {
    const piece = fc.constantFrom('a', 'b', '.', '[ab]', '[^a]', '(a|b)', '(?:ab)', '\\d', '1')
    const many = fc.constantFrom('', '?', '*', '+', '{2}', '{1,3}', '{2,}')
    const patterns = fc.array(fc.tuple(piece, many), { maxLength: 5 }).map((all) => all.flat().join(''))
    const texts = fc.string({ unit: fc.constantFrom('a', 'b', '1'), maxLength: 8 })
    fc.assert(
      fc.property(patterns, texts, (pattern, text) => {
        const machine = new PatternMachine(new PatternReader(pattern).whole())
        const expected = new RegExp(`^(?:${pattern})$`, 'su').test(text)
        expect(machine.accepts(text)).toBe(expected)
        expect(inOneGo(patternTable(machine)).table?.accepts(text)).toBe(expected)
      }),
      { numRuns: 2_000 },
    )
  })

  // With backtracking this test would not end within the age of the universe.
  it('comes to an end with one that is made to take forever', () => {
    expect(compilePattern('(a*)*b').matches('a'.repeat(1_000))).toBe(false)
    expect(compilePattern('(a|a)*(a|a)*(a|a)*b').matches('a'.repeat(1_000))).toBe(false)
  })

  it('knows the classes of characters that the language knows', () => {
    const pieces = ['\\d', '\\w', '\\s', '\\D', '\\W', '\\S', '[\\s-]', '[^\\w.]', '[^]', '[é-ü]', '[^😀-😎]']
    for (const piece of pieces)
      for (let point = 0; point < 0x3100; point += 1) {
        const text = String.fromCodePoint(point)
        if (compilePattern(piece).matches(text) !== new RegExp(`^${piece}$`, 'su').test(text))
          throw new Error(`${piece} and U+${point.toString(16)}`)
      }
    expect(compilePattern('[😀-😎]x').matches('😃x')).toBe(true)
    expect(compilePattern('[^😀-😎]').matches('😃')).toBe(false)
  })

  it.each(['^[A-Z]{2}-\\d{4,8}$', '[A-Z]{3,500}', '[^\\s@]+@[^\\s@]+\\.[^\\s@]{2,}', '(?:\\d{1,3}\\.){3}\\d{1,3}'])(
    '%s is within the limits of a content type',
    (pattern) => expect(checkPattern({ pattern })).toEqual([]),
  )

  it.each([
    ['.*a.{30}', `a${'b'.repeat(30)}`],
    ['(a|b)*a(a|b){200}', `bbba${'a'.repeat(200)}`],
    ['([a-z]+[0-9]*){3,40}x', 'ab1c2x'],
  ])('%s is refused in a content type, and works where it is there already', (pattern, text) => {
    expect(checkPattern({ pattern })).toMatchObject([{ code: 'TOO_LARGE', path: '.pattern' }])
    expect(compilePattern(pattern).matches(text)).toBe(true)
    expect(compilePattern(pattern).matches(`${text}b.`)).toBe(false)
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
    expect(compilePattern('b').matches('abc')).toBe(false)
    expect(compilePattern('^b$').matches('b')).toBe(true)
  })
})
