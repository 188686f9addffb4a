import type { Role } from '@pim/contract'
import { afterEach, describe, expect, it } from '@rstest/core'
import { cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { AccountProvider } from './account.ts'
import { usePermission } from './permissions.ts'
import { testAccount, testSettings } from './testing.tsx'

afterEach(cleanup)

const permissionRoles = { 'orders:approve': 'publisher' } as const
const permissionOf = (role: Role, operation: Parameters<typeof usePermission>[0]) =>
  renderHook(() => usePermission(operation), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <AccountProvider value={{ ...testAccount, role, permissionRoles, settings: testSettings }}>
        {children}
      </AccountProvider>
    ),
  }).result.current

describe('a permission', () => {
  it('follows from the role that the contract asks of the call, each role including those before it', () => {
    expect(permissionOf('viewer', 'contentItem.getItem').may).toBe(true)
    expect(permissionOf('viewer', 'contentItem.createItem').may).toBe(false)
    expect(permissionOf('editor', 'contentItem.createItem').may).toBe(true)
    expect(permissionOf('editor', 'contentItem.deleteItem').may).toBe(false)
    expect(permissionOf('publisher', 'contentItem.deleteItem').may).toBe(true)
    expect(permissionOf('admin', 'contentItem.purgeItem').may).toBe(true)
  })

  it('of a section of its own follows from the role that the tenant has for it; what is not known nobody may', () => {
    expect(permissionOf('editor', 'orders:approve')).toMatchObject({ may: false, reason: expect.any(String) })
    expect(permissionOf('publisher', 'orders:approve')).toEqual({ may: true, reason: undefined })
    expect(permissionOf('admin', 'orders:refund')).toMatchObject({ may: false, reason: expect.any(String) })
  })

  it('gives a reason where it is refused, and none where it is given', () => {
    expect(permissionOf('viewer', 'contentItem.createItem').reason).toBeTruthy()
    expect(permissionOf('admin', 'contentItem.createItem').reason).toBeUndefined()
  })
})
