import type { Tenant } from '@pim/contract'
import type { QueryClient } from '@tanstack/react-query'
import { createStore } from 'zustand'
import type { TabChoice } from '../preferences/browser-storage.ts'
import { chooseTenant } from './choose-tenant.ts'

interface TenancyState {
  tenants: readonly Tenant[]
  /** `undefined`: the account has no tenant at all. */
  current: Tenant | undefined
}

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
  const store = createStore<TenancyState>(() => ({ tenants, current: chooseTenant(tenants, choice) }))
  const leave = (externalId: string | undefined) => {
    void queryClient.cancelQueries()
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] === externalId })
  }

  return {
    store,
    tenants: () => store.getState().tenants,
    current: () => store.getState().current,
    change: (externalId: string) => {
      const { tenants, current } = store.getState()
      const next = tenants.find((tenant) => tenant.externalId === externalId)
      if (!next || next.externalId === current?.externalId) return
      clearState()
      leave(current?.externalId)
      choice.write(externalId)
      void queryClient.invalidateQueries({ refetchType: 'none' })
      variation.clear()
      store.setState({ current: next })
    },
    /** The list was read again: toggles may have changed, a tenant may have gone. */
    update: (tenants: readonly Tenant[]) => {
      const before = store.getState().current?.externalId
      const current = chooseTenant(tenants, choice)
      if (before !== undefined && current?.externalId !== before) {
        clearState()
        leave(before)
        variation.clear()
      }
      store.setState({ tenants, current })
    },
  }
}
export type Tenancy = ReturnType<typeof createTenancy>
