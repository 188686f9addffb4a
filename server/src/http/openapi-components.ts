import { z } from 'zod'

export type Json = Record<string, unknown>
type Direction = 'input' | 'output'

/**
 * Schemas that the contract names stand once, and are referred to from everywhere. What may be sent and what is
 * answered can differ (defaults, strictness) under one name: only then is the sent one called `…Input`.
 */
export class Components {
  /** By `Name@direction`, as references are written until all is known. */
  readonly #named = new Map<string, Json>()

  of(schema: z.ZodType, io: Direction): Json {
    const {
      $schema: _dialect,
      $defs: definitions,
      ...own
    } = z.toJSONSchema(schema, {
      io,
      target: 'draft-2020-12',
      unrepresentable: 'any',
      reused: 'inline',
    })
    for (const [name, definition] of Object.entries(definitions ?? {}))
      this.#keep(`${name}@${io}`, pointed(definition, io))
    const shown = pointed(own, io)
    if (typeof own.id !== 'string') return shown
    this.#keep(`${own.id}@${io}`, shown)
    return { $ref: `${pointer}${own.id}@${io}` }
  }

  #keep(name: string, definition: Json): void {
    const before = this.#named.get(name)
    if (before !== undefined && JSON.stringify(before) !== JSON.stringify(definition)) {
      throw new Error(`Two different schemas are named ${name}`)
    }
    this.#named.set(name, definition)
  }

  /** The document with its final names, and the schemas that they name. */
  settle(document: Json): Json {
    const twofold = this.#twofold()
    const finalName = (name: string) => {
      const [id = '', io] = name.split('@')
      return io === 'input' && twofold.has(id) ? `${id}Input` : id
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

  /** Names whose two directions differ, or lead to one whose do. */
  #twofold(): Set<string> {
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

const pointer = '#/components/schemas/'

/** A schema whose references say which direction they were made for, and which does not name itself. */
function pointed(value: object, io: Direction): Json {
  const entries = Object.entries(value)
    .filter(([key, member]) => key !== 'id' || typeof member !== 'string')
    .map(([key, member]) => {
      if (key === '$ref' && typeof member === 'string')
        return [key, `${pointer}${member.replace('#/$defs/', '')}@${io}`]
      if (Array.isArray(member)) return [key, member.map((each) => (isObject(each) ? pointed(each, io) : each))]
      return [key, isObject(member) ? pointed(member, io) : member]
    })
  return Object.fromEntries(entries)
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
