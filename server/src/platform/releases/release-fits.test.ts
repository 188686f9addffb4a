import { shellContract } from '@pim/contract/core/contract-versions.ts'
import { staticHalfSchema } from '@pim/contract/sections/static-half.ts'
import { describe, expect, it } from '@rstest/core'
import { misfitOf } from './release-fits.ts'

const half = {
  name: 'orders',
  shellContract: `^${shellContract}`,
  screens: { '/orders': { titleKey: 'orders.title' } },
}

describe('a release', () => {
  it('fits with the ranges of today, and with those of sections that were built for the contract before', () => {
    expect(misfitOf(half)).toBeUndefined()
    expect(misfitOf({ name: 'orders', shellContract: '^1.9.0', paths: ['/orders'] })).toBeUndefined()
    expect(misfitOf({ ...half, shellContract: '^99.0.0' })).toContain("shell's contract")
  })

  it('is refused where it asks for a role that nobody has', () => {
    const menu = [{ titleKey: 'orders.title', path: '/orders', role: 'owner' }]
    expect(misfitOf({ ...half, menu })).toContain('owner')
    expect(misfitOf({ ...half, menu: menu.map((lead) => ({ ...lead, role: 'admin' })) })).toBeUndefined()
  })

  it('cannot be read where it has a condition that is not known, as it would be left out', () => {
    const screens = { '/orders': { titleKey: 'orders.title', plan: 'large' } }
    expect(staticHalfSchema.safeParse({ ...half, screens }).success).toBe(false)
    // What is new beside the offers is left out: a newer build can still be read.
    expect(staticHalfSchema.parse({ ...half, colour: 'red' })).toEqual(half)
  })
})
