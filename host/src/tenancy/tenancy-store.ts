import type { Tenant } from '@pim/contract'
import type { QueryClient } from '@tanstack/react-query'
import { createStore } from 'zustand'
import type { TabChoice } from '../preferences/browser-storage.ts'
import { chooseTenant } from './choose-tenant.ts'

interface TenancyState {
  tenants: readonly Tenant[]
  /** `undefined`: the user has no tenant. */
  current: Tenant | undefined
}

interface TenancyOptions {
  queryClient: QueryClient
  choice: TabChoice
  variation: TabChoice
  /** Clears state of the current tenant that is kept outside the query cache. */
  clearState: () => void
}

/** Holds the current tenant of this tab and changes it. */
export function createTenancy(tenants: readonly Tenant[], options: TenancyOptions) {
  const { queryClient, choice, variation, clearState } = options
  const store = createStore<TenancyState>(() => ({ tenants, current: chooseTenant(tenants, choice) }))
  const dropQueries = (externalId: string | undefined) => {
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
      dropQueries(current?.externalId)
      choice.write(externalId)
      void queryClient.invalidateQueries({ refetchType: 'none' })
      variation.clear()
      store.setState({ current: next })
    },
    /** Takes a newly fetched list: feature toggles may have changed, or the current tenant may be gone. */
    update: (tenants: readonly Tenant[]) => {
      const before = store.getState().current?.externalId
      const current = chooseTenant(tenants, choice)
      if (before !== undefined && current?.externalId !== before) {
        clearState()
        dropQueries(before)
        variation.clear()
      }
      store.setState({ tenants, current })
    },
  }
}
export type Tenancy = ReturnType<typeof createTenancy>
