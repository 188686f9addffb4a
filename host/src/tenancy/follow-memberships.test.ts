import type { Tenant } from '@pim/contract'
import { describe, expect, it } from '@rstest/core'
import { QueryClient } from '@tanstack/react-query'
import { tabChoice } from '../preferences/browser-storage.ts'
import type { OtherTabs, TabMessage } from '../tabs/other-tabs.ts'
import { followMemberships } from './follow-memberships.ts'
import { createTenancy } from './tenancy-store.ts'

const tenant = (externalId: string): Tenant => ({
  externalId,
  friendlyName: externalId,
  featureToggles: { taxonomyEnabled: true },
  role: 'editor',
})
const acme = tenant('acme')
const nordic = tenant('nordic')

function nothingKept() {
  return { read: () => undefined, write: () => true, remove: () => undefined }
}

function setUp(loaded: Tenant[]) {
  const told: TabMessage[] = []
  let fromOtherTab = () => {}
  const tabs: OtherTabs = {
    tell: (message) => told.push(message),
    on: (_message, then) => {
      fromOtherTab = then
    },
  }
  const choice = tabChoice('tenantId', nothingKept(), nothingKept())
  const tenancy = createTenancy([acme, nordic], {
    queryClient: new QueryClient(),
    choice,
    variation: choice,
    clearState: () => undefined,
  })
  const left: string[] = []
  const joined: string[] = []
  let reads = 0
  let clock = 0
  const memberships = followMemberships({
    tenancy,
    load: async () => {
      reads += 1
      return loaded
    },
    tabs,
    onLeft: ({ externalId }) => left.push(externalId),
    onJoined: ({ externalId }) => joined.push(externalId),
    now: () => clock,
  })
  return {
    tenancy,
    memberships,
    told,
    left,
    joined,
    reads: () => reads,
    wait: (ms: number) => {
      clock += ms
    },
    hear: () => fromOtherTab(),
  }
}

describe('a refused call of a tenant that the person was taken out of', () => {
  it('leads to another tenant of the person, says which one is gone, and tells the other tabs', async () => {
    const { tenancy, memberships, told, left } = setUp([nordic])
    expect(await memberships.afterRefusal()).toBe(true)
    expect([tenancy.current()?.externalId, left, told]).toEqual(['nordic', ['acme'], ['memberships changed']])
  })

  it('leads to none where there is no other', async () => {
    const { tenancy, memberships, left } = setUp([])
    await memberships.afterRefusal()
    expect([tenancy.current(), left]).toEqual([undefined, ['acme']])
  })

  it('reads the tenants once, however many calls are refused together', async () => {
    const { memberships, reads, wait, told } = setUp([nordic])
    const refused = [memberships.afterRefusal(), memberships.afterRefusal(), memberships.afterRefusal()]
    expect(await Promise.all(refused)).toEqual([true, true, true])
    expect([reads(), told.length]).toEqual([1, 1])
    wait(2_000)
    await memberships.afterRefusal()
    expect(reads()).toBe(2)
  })
})

describe('a refused call where nothing changed', () => {
  it('tells nobody', async () => {
    const { tenancy, memberships, told, left } = setUp([acme, nordic])
    expect(await memberships.afterRefusal()).toBe(false)
    expect([tenancy.current()?.externalId, told, left]).toEqual(['acme', [], []])
  })
})

describe('a list of tenants that has a new one', () => {
  it('offers that one, once, and stays in the present one', () => {
    const { tenancy, memberships, joined } = setUp([])
    const mine = tenant('mine')
    memberships.update([acme, mine, nordic])
    memberships.update([acme, mine, { ...nordic, role: 'viewer' }])
    expect([joined, tenancy.current()?.externalId]).toEqual([['mine'], 'acme'])
    expect(tenancy.tenants().map(({ externalId }) => externalId)).toEqual(['acme', 'mine', 'nordic'])
  })
})

describe('what another tab heard', () => {
  it('is followed, and not told on', async () => {
    const { tenancy, told, hear } = setUp([{ ...acme, role: 'viewer' }, nordic])
    hear()
    await Promise.resolve()
    await Promise.resolve()
    expect([tenancy.current()?.role, told]).toEqual(['viewer', []])
  })
})
