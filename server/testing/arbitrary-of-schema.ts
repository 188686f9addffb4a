import fc from 'fast-check'
import { z } from 'zod'

/**
 * The keywords of JSON Schema that the OpenAPI document uses; strict, so that a new one fails until it is added here.
 */
const schemaOf = z.strictObject({
  $ref: z.string().optional(),
  type: z.enum(['object', 'array', 'string', 'number', 'integer', 'boolean', 'null']).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
  additionalProperties: z.unknown().optional(),
  propertyNames: z.unknown().optional(),
  items: z.unknown().optional(),
  minItems: z.number().optional(),
  maxItems: z.number().optional(),
  anyOf: z.array(z.unknown()).optional(),
  /** Beside `properties`: exactly one of these has to be there. Alone: whole schemas, told apart by a constant. */
  oneOf: z.array(z.unknown()).optional(),
  discriminator: z.unknown().optional(),
  /** Beside `properties`: not all of these may be there. Beside a string: it does not match. */
  not: z.strictObject({ required: z.array(z.string()).min(1).optional(), pattern: z.string().optional() }).optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  default: z.unknown().optional(),
  description: z.string().optional(),
  format: z.string().optional(),
  pattern: z.string().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  exclusiveMinimum: z.number().optional(),
})

const requiredOne = z.strictObject({ required: z.tuple([z.string()]) })

export interface Vocabulary {
  /** The schemas that `#/components/schemas/{name}` refers to. */
  readonly schemas: Readonly<Record<string, unknown>>
  /** Ids of existing things, so that requests get further than a 404. */
  readonly ids: readonly string[]
  /** Names of existing things. */
  readonly words: readonly string[]
}

/** Optional properties are left out below this depth. */
const maxDepth = 5

/** An arbitrary of fast-check for the values that a JSON Schema allows. */
export function arbitraryOf(schema: unknown, vocabulary: Vocabulary, depth = 0): fc.Arbitrary<unknown> {
  const of = schemaOf.parse(schema)
  const inner = (each: unknown) => arbitraryOf(each, vocabulary, depth + 1)
  if (of.$ref !== undefined) return inner(vocabulary.schemas[of.$ref.replace('#/components/schemas/', '')])
  if (of.const !== undefined) return fc.constant(of.const)
  if (of.enum !== undefined) return fc.constantFrom(...of.enum)
  if (of.anyOf !== undefined) return fc.oneof(...of.anyOf.map(inner))
  if (of.oneOf !== undefined && of.properties === undefined) return fc.oneof(...of.oneOf.map(inner))
  switch (of.type) {
    case 'object':
      return objectOf(of, inner, depth)
    case 'array':
      return fc.array(of.items === undefined ? fc.jsonValue({ maxDepth: 2 }) : inner(of.items), {
        minLength: of.minItems ?? 0,
        maxLength: Math.min(of.maxItems ?? 3, Math.max(of.minItems ?? 0, 3)),
      })
    case 'string':
      return stringOf(of, vocabulary)
    case 'integer':
      return fc.integer({ min: of.minimum ?? of.exclusiveMinimum ?? -5, max: of.maximum ?? 1_000_000 })
    case 'number':
      return fc.oneof(fc.integer({ min: of.minimum ?? -5, max: of.maximum ?? 500 }), fc.constant(of.minimum ?? 0.5))
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case undefined:
      return fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom(...vocabulary.words, ...vocabulary.ids))
  }
}

type Schema = z.infer<typeof schemaOf>

function objectOf(of: Schema, inner: (each: unknown) => fc.Arbitrary<unknown>, depth: number): fc.Arbitrary<object> {
  const { properties = {}, required = [], additionalProperties = false } = of
  const chosen = Object.entries(properties).filter(([name]) => depth < maxDepth || required.includes(name))
  const alternatives = of.oneOf?.flatMap((each) => requiredOne.parse(each).required) ?? []
  const record = fc.record(Object.fromEntries(chosen.map(([name, each]) => [name, inner(each)])), {
    requiredKeys: [...required, ...alternatives],
  })
  const named = fc
    .tuple(record, fc.nat(), fc.nat())
    .map(([object, one, other]) => exclusive(object, of, alternatives, one, other))
  if (additionalProperties === false) return named
  const key = of.propertyNames === undefined ? fc.string({ maxLength: 10 }) : inner(of.propertyNames)
  const entries = fc.array(fc.tuple(key, inner(additionalProperties)), { maxLength: 3 })
  return fc.tuple(named, entries).map(([object, more]) => ({ ...Object.fromEntries(more), ...object }))
}

/** Leaves out what may not stand beside what is there. */
function exclusive(
  object: object,
  { not }: Schema,
  alternatives: readonly string[],
  one: number,
  other: number,
): object {
  const kept = alternatives[one % alternatives.length]
  const left = new Set(alternatives.filter((name) => name !== kept))
  const together = not?.required ?? []
  if (together.length > 0 && together.every((name) => Object.hasOwn(object, name) && !left.has(name))) {
    const removable = together.filter((name) => name !== kept)
    const removed = removable[other % removable.length]
    if (removed !== undefined) left.add(removed)
  }
  return Object.fromEntries(Object.entries(object).filter(([name]) => !left.has(name)))
}

function stringOf(of: Schema, { ids, words }: Vocabulary): fc.Arbitrary<string> {
  if (of.format === 'uuid') return fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...ids) }, fc.uuid())
  const maxLength = of.maxLength ?? 1_000
  const isAllowed = (text: string) =>
    text.length >= (of.minLength ?? 0) &&
    text.length <= maxLength &&
    (of.pattern === undefined || new RegExp(of.pattern, 'u').test(text)) &&
    (of.not?.pattern === undefined || !new RegExp(of.not.pattern, 'u').test(text))
  const known = [...words, ...ids].filter(isAllowed)
  const any =
    of.pattern === undefined
      ? fc.string({ unit: 'grapheme', minLength: of.minLength ?? 0, maxLength: Math.min(maxLength, 60) })
      : fc.stringMatching(new RegExp(of.pattern, 'u'), { size: 'small' }).filter(isAllowed)
  return known.length === 0 ? any : fc.oneof(any, fc.constantFrom(...known))
}
