import type { AuditEntry } from '@pim/contract'
import { describe, expect, it } from '@rstest/core'
import { auditQueryOf, hasFilters, nameIn, pathOf, readAuditList, writeAuditList } from './audit-list.ts'

const read = (address: string) => readAuditList(new URLSearchParams(address))
const entry = (parts: Partial<AuditEntry>): AuditEntry => ({
  auditEntryId: '00000000-0000-7000-8000-000000000001',
  at: '2026-01-01T00:00:00Z',
  userId: 'u1',
  action: 'contentItem.create',
  entityKind: 'contentItem',
  entityId: 'i1',
  details: {},
  ...parts,
})

describe('the audit trail', () => {
  it('is remembered by the address, and a plain one by a plain one', () => {
    for (const address of ['', 'kind=apiKey&who=u1&from=2026-01-01&to=2026-01-31&page=2']) {
      expect(String(writeAuditList(read(address)))).toBe(address)
    }
    expect(hasFilters(read(''))).toBe(false)
  })

  it('asks for whole days, as they are where one looks', () => {
    const { from, to } = auditQueryOf(read('from=2026-01-01&to=2026-01-01'))
    expect(Date.parse(to ?? '') - Date.parse(from ?? '')).toBe(24 * 3_600_000 - 1)
    expect(new Date(from ?? '').getHours()).toBe(0)
  })

  it('takes no day that is none', () => {
    expect(read('from=yesterday&to=2026-13-45')).toMatchObject({ from: '', to: '' })
  })
})

describe('the subject of an entry', () => {
  it('is what was asked of the back end of a section', () => {
    const call = entry({ entityKind: 'section', entityId: 'orders', details: { method: 'POST', path: '/5/approve' } })
    expect(nameIn(call)).toBe('orders · POST /5/approve')
  })

  it.each([
    [entry({ contentItem: { contentItemId: 'i1', name: 'Lamp', isDeleted: false } }), '/content-item/i1'],
    [entry({ contentItem: { contentItemId: 'i1', name: 'Lamp', isDeleted: true } }), undefined],
    [entry({}), undefined],
    [
      entry({ entityKind: 'concept', action: 'concept.change', entityId: 'c1', details: { taxonomyId: 't1' } }),
      '/taxonomies?taxonomy=t1&concept=c1',
    ],
    [
      entry({ entityKind: 'contentType', action: 'contentType.change', entityId: 'product' }),
      '/settings/content-types/product',
    ],
    [entry({ entityKind: 'contentType', action: 'contentType.delete', entityId: 'product' }), undefined],
    [entry({ entityKind: 'something', action: 'something.new' }), undefined],
  ])('%o leads to %s', (given, path) => {
    expect(pathOf(given)).toBe(path)
  })
})
