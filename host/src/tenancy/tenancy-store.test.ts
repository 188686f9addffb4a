import type { Tenant } from '@pim/contract'
import { describe, expect, it } from '@rstest/core'
import { QueryClient } from '@tanstack/react-query'
import { type KeyValueStore, tabChoice } from '../preferences/browser-storage.ts'
import { chooseTenant } from './choose-tenant.ts'
import { createTenancy } from './tenancy-store.ts'

const tenant = (externalId: string): Tenant => ({
  externalId,
  friendlyName: externalId,
  featureToggles: { taxonomyEnabled: true },
})
const acme = tenant('acme')
const nordic = tenant('nordic')

function memory(initial: Record<string, string> = {}): KeyValueStore & { kept: Map<string, string> } {
  const kept = new Map(Object.entries(initial))
  return {
    kept,
    read: (key) => kept.get(key),
    write: (key, value) => {
      kept.set(key, value)
      return true
    },
    remove: (key) => void kept.delete(key),
  }
}

function setUp(tenants: Tenant[], { tab = memory(), browser = memory() } = {}) {
  const queryClient = new QueryClient()
  const done: string[] = []
  const tenancy = createTenancy(tenants, {
    queryClient,
    choice: tabChoice('tenantId', tab, browser),
    variation: tabChoice('variationId', tab, browser),
    clearState: () => done.push('state cleared'),
  })
  return { tenancy, queryClient, tab, browser, done }
}

describe('the tenant at the start', () => {
  it('is the first of the list where none is stored, and is stored then', () => {
    const { tenancy, browser } = setUp([acme, nordic])
    expect(tenancy.current()).toBe(acme)
    expect(browser.kept.get('tenantId')).toBe('acme')
  })

  it('is the stored one', () => {
    const { tenancy } = setUp([acme, nordic], { browser: memory({ tenantId: 'nordic' }) })
    expect(tenancy.current()).toBe(nordic)
  })

  it('is the first where the stored one is no longer in the list', () => {
    const { tenancy, browser } = setUp([acme, nordic], { browser: memory({ tenantId: 'gone' }) })
    expect(tenancy.current()).toBe(acme)
    expect(browser.kept.get('tenantId')).toBe('acme')
  })

  it('is none where the list is empty', () => {
    expect(setUp([]).tenancy.current()).toBeUndefined()
  })

  it('is the tab’s own, also after another tab has chosen another', () => {
    const browser = memory()
    const first = memory()
    const second = memory()
    chooseTenant([acme, nordic], tabChoice('tenantId', first, browser))
    tabChoice('tenantId', second, browser).write('nordic')
    expect(chooseTenant([acme, nordic], tabChoice('tenantId', first, browser))).toBe(acme)
    expect(chooseTenant([acme, nordic], tabChoice('tenantId', second, browser))).toBe(nordic)
  })
})

describe('a change of tenant', () => {
  it('clears the state, stores the id, and drops cached data and the selected variation', () => {
    const { tenancy, queryClient, browser, tab, done } = setUp([acme, nordic])
    browser.write('variationId', 'v1')
    tab.write('variationId', 'v1')
    queryClient.setQueryData(['acme', ['search'], 'search.searchAll', {}], ['secret of acme'])
    queryClient.setQueryData(['everyone', ['tenants'], 'tenants.getAllTenants', {}], [acme, nordic])

    tenancy.change('nordic')

    expect(tenancy.current()).toBe(nordic)
    expect(done).toEqual(['state cleared'])
    expect(browser.kept.get('tenantId')).toBe('nordic')
    expect(browser.kept.has('variationId') || tab.kept.has('variationId')).toBe(false)
    expect(queryClient.getQueryCache().findAll({ predicate: ({ queryKey }) => queryKey[0] === 'acme' })).toEqual([])
    expect(
      queryClient
        .getQueryCache()
        .findAll()
        .every((query) => query.state.isInvalidated),
    ).toBe(true)
  })

  it('aborts the requests of the previous tenant', async () => {
    const { tenancy, queryClient } = setUp([acme, nordic])
    let signal: AbortSignal | undefined
    queryClient
      .fetchQuery({
        queryKey: ['acme', ['search'], 'search.searchAll', {}],
        queryFn: (context) => {
          signal = context.signal
          return new Promise(() => undefined)
        },
      })
      .catch(() => undefined)
    tenancy.change('nordic')
    expect(signal?.aborted).toBe(true)
  })

  it('to the same tenant, or to one that is not in the list, does nothing', () => {
    const { tenancy, done } = setUp([acme, nordic])
    tenancy.change('acme')
    tenancy.change('elsewhere')
    expect(tenancy.current()).toBe(acme)
    expect(done).toEqual([])
  })
})

describe('a list that was fetched again', () => {
  it('updates the feature toggles of the current tenant', () => {
    const { tenancy } = setUp([acme])
    tenancy.update([{ ...acme, featureToggles: { taxonomyEnabled: false } }])
    expect(tenancy.current()?.featureToggles.taxonomyEnabled).toBe(false)
  })

  it('without the current tenant changes to the first one', () => {
    const { tenancy, done } = setUp([acme, nordic])
    tenancy.update([nordic])
    expect(tenancy.current()).toBe(nordic)
    expect(done).toContain('state cleared')
  })
})
