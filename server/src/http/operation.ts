import type { Route } from '@pim/contract/core/route.ts'

/** A call of the contract under the name that logs, metrics and the API's document know it by. */
export interface Operation {
  /** `domain.operation` */
  readonly id: string
  readonly route: Route
}

export function operationsOf(contract: Readonly<Record<string, Readonly<Record<string, Route>>>>): Operation[] {
  return Object.entries(contract).flatMap(([domain, routes]) =>
    Object.entries(routes).map(([name, route]) => ({ id: `${domain}.${name}`, route })),
  )
}
