import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Change } from './versions.ts'

export const apiContractSchema = z.object({
  version: z.string(),
  /** By operation: since which version it is as it is, and the digest of what it is. */
  calls: z.record(z.string(), z.object({ since: z.string(), digest: z.string() })),
})
export type ApiContract = z.infer<typeof apiContractSchema>

type Json = { readonly [key: string]: unknown }

const operationSchema = z.object({
  operationId: z.string(),
  security: z.unknown(),
  parameters: z
    .array(z.object({ name: z.string(), in: z.string(), required: z.boolean(), schema: z.unknown() }))
    .default([]),
  requestBody: z
    .object({ required: z.boolean(), content: z.record(z.string(), z.object({ schema: z.unknown() })) })
    .optional(),
  responses: z.record(
    z.string(),
    z.object({ content: z.record(z.string(), z.object({ schema: z.unknown() })).optional() }),
  ),
})
const documentSchema = z.object({
  paths: z.record(z.string(), z.record(z.string(), operationSchema)),
  components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
})

/** A call as two JSON schemas: all that it takes as the properties of one object, and all that it answers. */
interface CallShape {
  readonly at: string
  readonly takes: Json
  readonly answers: Json
}

/** The calls of an OpenAPI document, without its words: descriptions may change at any time. */
export function callsOf(openapi: unknown): Map<string, CallShape> {
  const { paths, components } = documentSchema.parse(openapi)
  const bare = (schema: unknown) => withoutReferences(schema, components.schemas, [])
  return new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, call]): [string, CallShape] => {
        const body = call.requestBody
        const parts = [
          ...call.parameters.map(({ name, in: place, required, schema }) => ({
            name: `${place} ${name}`,
            required,
            schema,
          })),
          ...Object.entries(body?.content ?? {}).map(([kind, { schema }]) => ({
            name: kind,
            required: body?.required === true,
            schema,
          })),
        ]
        const answers = Object.entries(call.responses).filter(([status]) => status.startsWith('2'))
        return [
          call.operationId,
          {
            at: `${method.toUpperCase()} ${path} ${JSON.stringify(call.security)}`,
            takes: objectOf(parts.map(({ schema, ...part }) => ({ ...part, schema: bare(schema) }))),
            answers: objectOf(
              answers.flatMap(([status, { content = {} }]) =>
                Object.entries({ none: { schema: {} }, ...content }).map(([kind, { schema }]) => ({
                  name: `${status} ${kind}`,
                  required: true,
                  schema: bare(schema),
                })),
              ),
            ),
          },
        ]
      }),
    ),
  )
}

const objectOf = (parts: readonly { name: string; required: boolean; schema: unknown }[]): Json => ({
  type: 'object',
  properties: Object.fromEntries(parts.map(({ name, schema }) => [name, schema])),
  required: parts.filter(({ required }) => required).map(({ name }) => name),
})

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const reference = '#/components/schemas/'
const words = new Set(['description', 'title', 'examples', 'example'])

/** The schema with each reference replaced by what it names, but for one within itself. */
function withoutReferences(
  schema: unknown,
  named: Readonly<Record<string, unknown>>,
  within: readonly string[],
): unknown {
  if (Array.isArray(schema)) return schema.map((one) => withoutReferences(one, named, within))
  if (!isJson(schema)) return schema
  if (typeof schema.$ref === 'string') {
    const name = schema.$ref.slice(reference.length)
    return within.includes(name) ? { $ref: name } : withoutReferences(named[name], named, [...within, name])
  }
  return Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]) => {
      if (words.has(key) && typeof value === 'string') return []
      if (key !== 'properties' || !isJson(value)) return [[key, withoutReferences(value, named, within)]]
      return [
        [
          key,
          Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withoutReferences(one, named, within)])),
        ],
      ]
    }),
  )
}

export const digestOf = (call: CallShape): string =>
  createHash('sha256').update(JSON.stringify(call)).digest('hex').slice(0, 16)

export function apiReport(calls: ReadonlyMap<string, CallShape>, before: ApiContract, version: string): ApiContract {
  const entries = [...calls]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, call]) => {
      const digest = digestOf(call)
      const known = before.calls[name]
      return [name, { since: known?.digest === digest ? known.since : version, digest }] as const
    })
  return { version, calls: Object.fromEntries(entries) }
}

/** What differs between the calls of a report and the calls of now; `were` are those that the report was made of. */
export function apiChanges(
  before: ApiContract,
  were: ReadonlyMap<string, CallShape>,
  are: ReadonlyMap<string, CallShape>,
): Change[] {
  const names = [...new Set([...Object.keys(before.calls), ...are.keys()])].sort()
  return names.flatMap((what): Change[] => {
    const [old, was, now] = [before.calls[what], were.get(what), are.get(what)]
    if (now === undefined) return [{ what, kind: 'removed', lines: [] }]
    if (old === undefined) return [{ what, kind: 'added', lines: [] }]
    if (old.digest === digestOf(now)) return []
    if (was === undefined || digestOf(was) !== old.digest) {
      return [{ what, kind: 'changed', lines: ['docs/openapi.json does not tell what it was before'] }]
    }
    const found = [
      ...(was.at === now.at ? [] : [{ isBreaking: !takesMoreCallers(was.at, now.at), line: `${was.at} is ${now.at}` }]),
      ...differences(was.takes, now.takes, 'takes', ''),
      ...differences(was.answers, now.answers, 'answers', ''),
    ]
    const kind = found.some(({ isBreaking }) => isBreaking) ? 'changed' : 'extended'
    return [{ what, kind, lines: found.map(({ line }) => line) }]
  })
}

/** Whether it is the same call, for all who could make it before and for others too. */
function takesMoreCallers(was: string, is: string): boolean {
  const [before, after] = [was, is].map((at) => {
    const from = at.indexOf('[')
    return { call: at.slice(0, from), callers: z.array(z.unknown()).parse(JSON.parse(at.slice(from))) }
  })
  if (before === undefined || after === undefined || before.call !== after.call) return false
  // Where nobody had to say who they are, everybody could make it.
  return before.callers.length > 0 && isWithin(before.callers, after.callers)
}

interface Difference {
  readonly isBreaking: boolean
  readonly line: string
}
type Direction = 'takes' | 'answers'

/** What a caller of before notices. Whatever is not known to be harmless counts as breaking. */
function differences(before: unknown, after: unknown, direction: Direction, at: string): Difference[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return []
  const breaks = (line: string): Difference => ({ isBreaking: true, line: `${direction}${at}: ${line}` })
  const extends_ = (line: string): Difference => ({ isBreaking: false, line: `${direction}${at}: ${line}` })
  if (!isJson(before) || !isJson(after)) return [breaks(`${JSON.stringify(before)} is ${JSON.stringify(after)}`)]
  const others = [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key): Difference[] => {
    const [old, now] = [before[key], after[key]]
    if (JSON.stringify(old) === JSON.stringify(now) || key === 'properties' || key === 'required') return []
    if (key === 'items' || (key === 'additionalProperties' && isJson(old) && isJson(now))) {
      return differences(old, now, direction, `${at}[]`)
    }
    // Alternatives in their places: each that takes or gives what it did before breaks nothing.
    if (isUnion(key) && Array.isArray(old) && Array.isArray(now) && old.length === now.length) {
      return old.flatMap((each, place) => differences(each, now[place], direction, `${at}(${place + 1})`))
    }
    if (isUnion(key) && Array.isArray(old) && Array.isArray(now) && isWithin(old, now)) {
      const more = `${now.length - old.length} more alternatives`
      if (direction === 'takes') return [extends_(`takes ${more}`)]
      // A word that tells alternatives apart is one that may have more values.
      if (isToldApart(now)) return [extends_(`answers ${more}`)]
    }
    if (key === 'enum' && Array.isArray(old) && Array.isArray(now)) {
      const gone = old.filter((value) => !now.includes(value))
      return [gone.length > 0 ? breaks(`has no more ${gone.join(', ')}`) : extends_('has more values')]
    }
    if (key === 'default') return [extends_(`its default is ${JSON.stringify(now)}`)]
    const isHarmless = limits.has(key) && (direction === 'answers' || widens(key, old, now))
    return [(isHarmless ? extends_ : breaks)(`${key} ${JSON.stringify(old)} is ${JSON.stringify(now)}`)]
  })
  return [...propertyDifferences(before, after, direction, at), ...others]
}

/** `oneOf` where a name tells the alternatives apart. */
const isUnion = (key: string): boolean => key === 'anyOf' || key === 'oneOf'

/** Whether each of the alternatives is there still, as it was. */
function isWithin(old: readonly unknown[], now: readonly unknown[]): boolean {
  const all = new Set(now.map((each) => JSON.stringify(each)))
  return old.every((each) => all.has(JSON.stringify(each)))
}

/** Whether one property has a value of its own in each of them. */
function isToldApart(alternatives: readonly unknown[]): boolean {
  const constantsOf = (one: unknown) =>
    Object.entries(isJson(one) && isJson(one.properties) ? one.properties : {}).flatMap(([name, schema]) =>
      isJson(schema) && 'const' in schema ? [[name, JSON.stringify(schema.const)] as const] : [],
    )
  const all = alternatives.map((one) => new Map(constantsOf(one)))
  const names = [...(all[0]?.keys() ?? [])]
  return names.some((name) => {
    const values = all.flatMap((each) => each.get(name) ?? [])
    return values.length === all.length && new Set(values).size === all.length
  })
}

const upper = new Set(['maxLength', 'maxItems', 'maximum'])
const limits = new Set([...upper, 'minLength', 'minItems', 'minimum'])
/** Whether a limit lets through all that it let through before. */
const widens = (key: string, before: unknown, after: unknown): boolean =>
  after === undefined || (before !== undefined && Number(after) > Number(before) === upper.has(key))

function propertyDifferences(before: Json, after: Json, direction: Direction, at: string): Difference[] {
  const [old, now] = [before.properties, after.properties].map((one) => (isJson(one) ? one : {})) as [Json, Json]
  const isRequired = (schema: Json, name: string) => Array.isArray(schema.required) && schema.required.includes(name)
  return [...new Set([...Object.keys(old), ...Object.keys(now)])].flatMap((name): Difference[] => {
    const place = `${at}.${name}`
    const tell = (isBreaking: boolean, what: string): Difference => ({
      isBreaking,
      line: `${direction}${place}: ${what}`,
    })
    if (!(name in now)) return [tell(true, 'is gone')]
    const [was, is] = [isRequired(before, name), isRequired(after, name)]
    if (!(name in old)) return [tell(direction === 'takes' && is, is ? 'is new and required' : 'is new')]
    return [
      ...(was === is ? [] : [tell(direction === 'takes' ? is : was, is ? 'is required' : 'is optional')]),
      ...differences(old[name], now[name], direction, place),
    ]
  })
}
