import { describe, expect, it } from '@rstest/core'
import { isLeadOffered, isOffered, type Situation, screensOf } from './offers.ts'

const editor: Situation = { role: 'editor', featureToggles: { on: true, off: false }, isOpen: true, mayOperate: false }

describe('an offer', () => {
  it('is for those who have the role, or one that includes it', () => {
    expect(isOffered({ role: 'viewer' }, editor)).toBe(true)
    expect(isOffered({ role: 'editor' }, editor)).toBe(true)
    expect(isOffered({ role: 'publisher' }, editor)).toBe(false)
    expect(isOffered({}, editor)).toBe(true)
  })

  it('is for tenants with the toggle', () => {
    expect(isOffered({ featureToggle: 'on' }, editor)).toBe(true)
    expect(isOffered({ featureToggle: 'off' }, editor)).toBe(false)
  })

  it('is for nobody where its role or its toggle is not known', () => {
    expect(isOffered({ role: 'owner' }, { ...editor, role: 'admin' })).toBe(false)
    expect(isOffered({ featureToggle: 'unheardOf' }, editor)).toBe(false)
  })

  it('that takes a right of a section is for those who have it in the tenant, and for nobody where it is not known', () => {
    const approve = { permission: 'orders:approve' }
    const inTenant = { ...editor, permissionRoles: { 'orders:approve': 'publisher' as const } }
    expect(isOffered(approve, inTenant)).toBe(false)
    expect(isOffered(approve, { ...inTenant, role: 'publisher' })).toBe(true)
    expect(isOffered(approve, { ...inTenant, permissionRoles: { 'orders:approve': 'viewer' } })).toBe(true)
    for (const permission of ['orders:other', 'constructor', 'toString'])
      expect([permission, isOffered({ permission }, { ...inTenant, role: 'admin' })]).toEqual([permission, false])
    expect(isOffered(approve, { ...editor, role: 'admin' })).toBe(false)
  })

  it('that reads nothing of a tenant is for operators, whether the tenant is open or not', () => {
    expect(isOffered({ isForOperators: true }, editor)).toBe(false)
    expect(isOffered({ isForOperators: true }, { ...editor, isOpen: false, mayOperate: true })).toBe(true)
    expect(isOffered({}, { ...editor, isOpen: false, mayOperate: true })).toBe(false)
  })

  it('that leads to a screen has the conditions of the screen, too', () => {
    const lead = { titleKey: 'a', path: '/a', role: 'viewer' }
    expect(isLeadOffered(lead, { titleKey: 'a' }, editor)).toBe(true)
    expect(isLeadOffered(lead, { titleKey: 'a', role: 'admin' }, editor)).toBe(false)
    expect(isLeadOffered(lead, undefined, editor)).toBe(false)
  })
})

describe('the screens of a section', () => {
  it('are in the order of its paths', () => {
    const screens = { '/': { titleKey: 'home' }, '/items': { titleKey: 'items' } }
    expect(screensOf({ name: 'a', screens, paths: ['/items', '/'] }).map(([path]) => path)).toEqual(['/items', '/'])
    expect(screensOf({ name: 'a', screens }).map(([path]) => path)).toEqual(['/', '/items'])
  })

  it('of a build for contract 1.x are its paths, called as the section is', () => {
    expect(screensOf({ name: 'a', titleKey: 'a.title', paths: ['/a', '/a/all'], operatorPaths: ['/a/all'] })).toEqual([
      ['/a', { titleKey: 'a.title' }],
      ['/a/all', { titleKey: 'a.title', isForOperators: true }],
    ])
    expect(screensOf({ name: 'a' })).toEqual([['/a', { titleKey: 'a.section.title' }]])
  })
})
