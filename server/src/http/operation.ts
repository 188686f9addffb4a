import type { Route } from '@pim/contract/core/route.ts'

/** A call of the contract with its name in logs, metrics and the OpenAPI document. */
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
