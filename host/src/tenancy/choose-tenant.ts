import type { Tenant } from '@pim/contract'
import { type TabChoice, tabChoice } from '../preferences/browser-storage.ts'

export const tenantChoice = tabChoice('tenantId')
export const variationChoice = tabChoice('variationId')

/** The stored tenant if the user still has it, else the first one; `undefined` for an empty list. */
export function chooseTenant(tenants: readonly Tenant[], choice: TabChoice = tenantChoice): Tenant | undefined {
  const stored = choice.read()
  const known = tenants.find(({ externalId }) => externalId === stored)
  const tenant = known ?? tenants[0]
  if (!tenant) return undefined
  if (known) choice.pin(known.externalId)
  else choice.write(tenant.externalId)
  return tenant
}
