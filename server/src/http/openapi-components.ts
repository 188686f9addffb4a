import { z } from 'zod'

export type Json = Record<string, unknown>
type Direction = 'input' | 'output'

/**
 * Collects the named schemas of the contract as OpenAPI components, so that each stands once and is referred to.
 * Request and response can differ (defaults, strictness) under one name; only then the request's schema is called
 * `…Input`.
 */
export class Components {
  /** By `Name@direction`. References have this form until `resolveNames`, when all schemas are known. */
  readonly #named = new Map<string, Json>()

  /** The JSON Schema of `schema`: a reference where it has a name. */
  schemaOf(schema: z.ZodType, io: Direction): Json {
    const {
      $schema: _dialect,
      $defs: definitions,
      ...own
    } = z.toJSONSchema(schema, {
      io,
      target: 'draft-2020-12',
      unrepresentable: 'any',
      reused: 'inline',
      override: ({ jsonSchema }) => asOnTheWire(jsonSchema),
    })
    for (const [name, definition] of Object.entries(definitions ?? {}))
      this.#add(`${name}@${io}`, withDirection(definition, io))
    const json = withDirection(own, io)
    if (typeof own.id !== 'string') return json
    this.#add(`${own.id}@${io}`, json)
    return { $ref: `${pointer}${own.id}@${io}` }
  }

  #add(name: string, definition: Json): void {
    const before = this.#named.get(name)
    if (before !== undefined && JSON.stringify(before) !== JSON.stringify(definition)) {
      throw new Error(`Two different schemas are named ${name}`)
    }
    this.#named.set(name, definition)
  }

  /** The document with `components.schemas`, all references under their final names. */
  resolveNames(document: Json): Json {
    const differing = this.#namesThatDiffer()
    const finalName = (name: string) => {
      const [id = '', io] = name.split('@')
      return io === 'input' && differing.has(id) ? `${id}Input` : id
    }
    const schemas = [...this.#named]
      .map(([name, definition]) => [finalName(name), definition] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1))
    const whole = {
      ...document,
      components: { ...(document.components as Json), schemas: Object.fromEntries(schemas) },
    }
    return JSON.parse(
      JSON.stringify(whole).replaceAll(
        /("#\/components\/schemas\/)(\w+@\w+)"/g,
        (_all, start, name) => `${start}${finalName(name)}"`,
      ),
    )
  }

  /** Names whose request and response schemas differ, directly or through a schema that they refer to. */
  #namesThatDiffer(): Set<string> {
    const text = (name: string) => JSON.stringify(this.#named.get(name))
    const bare = (name: string) => text(name).replaceAll(/@(?:input|output)"/g, '"')
    const ids = new Set([...this.#named.keys()].map((name) => name.split('@', 1)[0] ?? ''))
    const both = [...ids].filter((id) => this.#named.has(`${id}@input`) && this.#named.has(`${id}@output`))
    const differing = new Set(both.filter((id) => bare(`${id}@input`) !== bare(`${id}@output`)))
    for (let before = -1; before !== differing.size; ) {
      before = differing.size
      for (const id of both) {
        if ([...differing].some((other) => text(`${id}@output`).includes(`${pointer}${other}@output"`)))
          differing.add(id)
      }
    }
    return differing
  }
}

/** Puts what a schema tells as `wire` in the place of what goes into its transformation. */
function asOnTheWire(schema: Json): void {
  const { wire, default: standard, description } = schema
  if (!isObject(wire)) return
  for (const keyword of Object.keys(schema)) delete schema[keyword]
  Object.assign(
    schema,
    wire,
    standard !== undefined && { default: standard },
    description !== undefined && { description },
  )
}

const pointer = '#/components/schemas/'

/** A copy without the schema's own `id`, whose references carry the direction: `#/components/schemas/Name@input`. */
function withDirection(value: object, io: Direction): Json {
  const entries = Object.entries(value)
    .filter(([key, member]) => key !== 'id' || typeof member !== 'string')
    .map(([key, member]) => {
      if (key === '$ref' && typeof member === 'string')
        return [key, `${pointer}${member.replace('#/$defs/', '')}@${io}`]
      if (Array.isArray(member)) return [key, member.map((each) => (isObject(each) ? withDirection(each, io) : each))]
      return [key, isObject(member) ? withDirection(member, io) : member]
    })
  return Object.fromEntries(entries)
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
