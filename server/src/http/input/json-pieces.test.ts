import { inOneGo } from '@pim/field-types/steps'
import { describe, expect, it } from '@rstest/core'
import fc from 'fast-check'
import { z } from 'zod'
import { Problem } from '../../core/problem.ts'
import { findFault } from './json-faults.ts'
import { parsePieces } from './json-pieces.ts'
import { isExactAsDouble } from './json-scan.ts'
import { validate, validateInSteps } from './validate.ts'

/** So short that all of JSON stands between two pieces somewhere. */
const piece = fc.constantFrom(1, 7, 60)
const texts = fc.string({ unit: fc.constantFrom('a', '"', '\\', ',', ']', '}', 'ü', '\n', ' ') })
/**
 * V8 13.6 takes a key with escapes for one that an object of the same shape had earlier in this process, where the text of that one is
 * how this one begins in its source: after `{"\\": 1}`, the key of `{"\"": 1}` is a backslash. Whichever way of parsing comes second has it, so
 * keys have no backslash here: then none is taken for another.
 */
const withKeys = (value: unknown, keyOf: (key: string) => string): unknown => {
  if (Array.isArray(value)) return value.map((each) => withKeys(each, keyOf))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [keyOf(key), withKeys(each, keyOf)]))
}
const hasBackslashInKey = (value: unknown): boolean => {
  let isFound = false
  withKeys(value, (key) => {
    isFound ||= key.includes('\\')
    return key
  })
  return isFound
}
const values = fc
  .jsonValue({ maxDepth: 5, stringUnit: fc.constantFrom('a', '"', '\\', ',', ']', '{', 'ü') })
  .map((value) => withKeys(value, (key) => key.replaceAll('\\', 'b')))
const written = fc
  .tuple(values, fc.constantFrom(undefined, 1))
  .map(([value, space]) => JSON.stringify([value, { a: value }], null, space))

const parsedAtOnce = (text: string): unknown => {
  try {
    return [JSON.parse(text)]
  } catch {
    return 'no JSON'
  }
}
const parsedInPieces = (text: string, length: number): unknown => {
  try {
    return [inOneGo(parsePieces(Buffer.from(text), length)).value]
  } catch (error) {
    if (error instanceof SyntaxError) return 'no JSON'
    throw error
  }
}

function expectSame(text: string, length: number): void {
  const [inPieces, atOnce] = [parsedInPieces(text, length), parsedAtOnce(text)]
  // Such keys come from an object of another test, or from a change of the text.
  fc.pre(!hasBackslashInKey(inPieces) && !hasBackslashInKey(atOnce))
  expect(JSON.stringify(inPieces)).toBe(JSON.stringify(atOnce))
}

describe('JSON that is parsed in pieces', () => {
  it('is the same as at once', () => {
    fc.assert(
      fc.property(written, piece, (text, length) => {
        expectSame(text, length)
      }),
    )
  })

  it('is refused where it is refused at once', () => {
    const changed = fc
      .tuple(written, fc.nat(), fc.nat({ max: 2 }), fc.constantFrom(...',:[]{}" 1n\t'))
      .map(([text, place, end, sign]) => {
        const at = place % text.length
        return `${text.slice(0, at)}${end === 2 ? '' : sign}${text.slice(end === 0 ? at : at + 1)}`
      })
    fc.assert(
      fc.property(changed, piece, (text, length) => {
        expectSame(text, length)
      }),
      { numRuns: 1_000 },
    )
  })

  it('has its first fault in the same place', () => {
    const members = fc.letrec((tie) => ({
      any: fc.oneof({ maxDepth: 4 }, fc.nat(), texts, fc.constantFrom('\u0000', '\ud800'), tie('list'), tie('object')),
      list: fc.array(tie('any'), { maxLength: 5 }),
      object: fc.dictionary(fc.constantFrom('a', 'b', 'constructor', 'prototype', '\u0000'), tie('any')),
    }))
    fc.assert(
      fc.property(fc.array(members.any), piece, (value, length) => {
        const text = JSON.stringify(value)
        const { fault } = inOneGo(parsePieces(Buffer.from(text), length))
        expect(fault).toEqual(findFault(JSON.parse(text)))
      }),
      { numRuns: 500 },
    )
  })
})

describe('a long list', () => {
  const schema = z.strictObject({
    entries: z
      .array(z.strictObject({ name: z.string().max(3).default('a') }))
      .max(100)
      .optional(),
    more: z.number().optional(),
  })
  const outcome = (read: () => unknown): unknown => {
    try {
      return read()
    } catch (error) {
      if (error instanceof Problem) return error.toBody('').fieldErrors
      throw error
    }
  }

  it('is validated entry by entry as it is in one go', () => {
    const entry = fc.oneof(
      { weight: 20, arbitrary: fc.constant({}) },
      { weight: 1, arbitrary: fc.constantFrom({ name: 'abcd' }, { x: 1 }, 1) },
    )
    const bodies = fc.record({
      entries: fc.array(entry, { maxLength: 120, size: 'max' }),
      more: fc.constantFrom(1, 'a'),
    })
    fc.assert(
      fc.property(bodies, (body) => {
        const inSteps = outcome(() => inOneGo(validateInSteps(schema, body, 'body')))
        const atOnce = outcome(() => validate(schema, body, 'body'))
        const sorted = (errors: unknown) =>
          Array.isArray(errors) ? errors.map((each) => JSON.stringify(each)).sort() : errors
        expect(sorted(inSteps)).toEqual(sorted(atOnce))
      }),
    )
  })
})

describe('a number of two million digits', () => {
  it('is read in time that grows with them', () => {
    for (const literal of [`1.${'0'.repeat(2_000_000)}1`, `${'10'.repeat(1_000_000)}`, `0.${'0'.repeat(2_000_000)}`])
      expect(typeof isExactAsDouble(literal)).toBe('boolean')
    expect(isExactAsDouble(`1.5${'0'.repeat(2_000_000)}`)).toBe(true)
  })
})
