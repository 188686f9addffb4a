import type { Domain, Handlers } from './handlers.ts'
import { Problem } from './problem.ts'

const marked = new WeakSet<object>()

/**
 * Handlers for what a module does not have yet: `{ ...notBuilt(contract.jobs), ...real }` keeps the record total, and
 * what is left answers 501 instead of pretending. `notBuiltOperations` lists it.
 */
export function notBuilt<D extends Domain>(domain: D): Handlers<D> {
  const handlers: Record<string, () => never> = {}
  for (const name of Object.keys(domain)) {
    const handler = () => {
      throw new Problem('NOT_BUILT')
    }
    marked.add(handler)
    handlers[name] = handler
  }
  // Its keys are the domain's own, which no mapped type can see.
  return handlers as Handlers<D>
}

/** Ids (`domain.operation`) of the calls that still answer 501. */
export function notBuiltOperations(handlers: Readonly<Record<string, Readonly<Record<string, unknown>>>>): string[] {
  return Object.entries(handlers).flatMap(([domain, operations]) =>
    Object.entries(operations)
      .filter(([, handler]) => typeof handler === 'function' && marked.has(handler))
      .map(([operation]) => `${domain}.${operation}`),
  )
}
