import type { Tenant } from '@pim/contract'
import type { QueryClient } from '@tanstack/react-query'
import type { TabChoice } from '../preferences/browser-storage.ts'
import { chooseTenant } from './choose-tenant.ts'

interface TenancyOptions {
  queryClient: QueryClient
  choice: TabChoice
  variation: TabChoice
  /** What a section or the shell holds of the current tenant, beyond the cache. */
  clearState: () => void
}

/** Which tenant this tab works in, and the one way from it to another. */
export function createTenancy(tenants: readonly Tenant[], options: TenancyOptions) {
  const { queryClient, choice, variation, clearState } = options
  let list = tenants
  let current = chooseTenant(list, choice)
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of listeners) listener()
  }
  const leave = (externalId: string | undefined) => {
    void queryClient.cancelQueries()
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] === externalId })
  }

  return {
    tenants: () => list,
    /** `undefined`: the account has no tenant at all. */
    current: () => current,
    change: (externalId: string) => {
      const next = list.find((tenant) => tenant.externalId === externalId)
      if (!next || next.externalId === current?.externalId) return
      clearState()
      leave(current?.externalId)
      choice.write(externalId)
      void queryClient.invalidateQueries({ refetchType: 'none' })
      variation.clear()
      current = next
      tell()
    },
    /** The list was read again: toggles may have changed, a tenant may have gone. */
    update: (tenants: readonly Tenant[]) => {
      const before = current?.externalId
      list = tenants
      current = chooseTenant(list, choice)
      if (before !== undefined && current?.externalId !== before) {
        clearState()
        leave(before)
        variation.clear()
      }
      tell()
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
export type Tenancy = ReturnType<typeof createTenancy>
