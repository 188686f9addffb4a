import type { Tenant } from '@pim/contract'
import { afterEach, describe, expect, it } from '@rstest/core'
import { cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { TenantProvider } from './provide.ts'
import { useSetting } from './settings.ts'
import { testTenant } from './testing.tsx'

afterEach(cleanup)

/** As the compiler reads an imported remote.json: of a `kind` it knows that it is a text. */
const remoteJson = {
  name: 'orders',
  settings: {
    limit: { scope: 'tenant', kind: 'number', default: 25, max: 100, titleKey: 'orders.limit' },
    isDense: { scope: 'person', kind: 'boolean', default: true, titleKey: 'orders.isDense' },
  },
}
const settingsIn = (settings: Tenant['settings']) =>
  renderHook(
    () => {
      const limit: number = useSetting(remoteJson, 'limit')
      const isDense: boolean = useSetting(remoteJson, 'isDense')
      // @ts-expect-error The section declares no such setting.
      return { limit, isDense, none: () => useSetting(remoteJson, 'other') }
    },
    {
      wrapper: ({ children }: { children: ReactNode }) => (
        <TenantProvider value={{ ...testTenant, settings }}>{children}</TenantProvider>
      ),
    },
  ).result.current

describe('a setting of a section', () => {
  it('has the value that was set, and its default where none was, or where this build takes another one', () => {
    expect(settingsIn(undefined)).toMatchObject({ limit: 25, isDense: true })
    expect(settingsIn({ 'orders:limit': 7, 'orders:isDense': false })).toMatchObject({ limit: 7, isDense: false })
    expect(settingsIn({ 'orders:limit': 101, 'orders:isDense': 'no' })).toMatchObject({ limit: 25, isDense: true })
    expect(settingsIn({ 'media:limit': 7 }).limit).toBe(25)
  })
})
