import { problemSchema } from '@pim/contract/core/problem.ts'
import { Answer } from './answer.ts'
import type { Operation } from './operation.ts'

/**
 * What a handler answers, held against the contract: values, and nothing beside them. A key that the schema does not
 * know may be one that must not leave the house.
 */
export function checkAnswer({ id, route }: Operation, answer: unknown): void {
  if (route.responseKind === 'none') return
  if (route.responseKind === 'bytes') {
    if (!(answer instanceof Answer)) throw new Error(`${id} is to answer bytes`)
    return
  }
  const sent = sentValue(answer)
  if (sent === nothing) return
  const result = route.response.safeParse(sent)
  if (!result.success) throw new Error(`${id} answers what its schema refuses: ${result.error.message}`)
  const extra = unknownKey(sent, result.data, 'answer')
  if (extra !== undefined) throw new Error(`${id} answers ${extra}, which its schema does not know`)
}

const nothing = Symbol('nothing')

/** As the caller will read it: dates are text by then, and what is undefined is gone. */
function sentValue(answer: unknown): unknown {
  if (!(answer instanceof Answer)) return JSON.parse(JSON.stringify(answer ?? null))
  if (answer.status === 304) return nothing
  if (typeof answer.body !== 'string' && !Buffer.isBuffer(answer.body)) return nothing
  const value: unknown = JSON.parse(answer.body.toString())
  if (answer.status >= 400) {
    problemSchema.parse(value)
    return nothing
  }
  return value
}

function unknownKey(sent: unknown, known: unknown, place: string): string | undefined {
  if (typeof sent !== 'object' || sent === null) return undefined
  if (typeof known !== 'object' || known === null) return undefined
  for (const [key, value] of Object.entries(sent)) {
    const at = Array.isArray(sent) ? `${place}[${key}]` : `${place}.${key}`
    if (!Object.hasOwn(known, key)) return at
    const below = unknownKey(value, Reflect.get(known, key), at)
    if (below !== undefined) return below
  }
  return undefined
}
