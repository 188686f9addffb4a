import type { ApiKey } from '@pim/contract'
import { describe, expect, it } from '@rstest/core'
import { dayOf, endOfDay, stateOf } from '../../parts/key-state.ts'
import { keysOf, readKeyList, writeKeyList } from './key-list.ts'

const now = Date.parse('2026-06-01T12:00:00Z')
const key = (name: string, parts: Partial<ApiKey> = {}): ApiKey => ({
  apiKeyId: `00000000-0000-7000-8000-00000000000${name.length}`,
  name,
  prefix: name.slice(0, 4),
  deliveryTargets: [],
  contentTypeTechnicalNames: [],
  createdAt: '2026-01-01T00:00:00Z',
  createdBy: 'u1',
  expiresAt: null,
  revokedAt: null,
  lastUsedAt: null,
  ...parts,
})

describe('a key', () => {
  it.each([
    ['works for ever where it has no end', {}, 'working'],
    ['works where the end is far', { expiresAt: '2027-06-01T00:00:00Z' }, 'working'],
    ['is about to end two weeks before', { expiresAt: '2026-06-10T00:00:00Z' }, 'ending'],
    ['has ended after its end', { expiresAt: '2026-06-01T11:59:00Z' }, 'ended'],
    [
      'is revoked, whatever its end',
      { revokedAt: '2026-05-01T00:00:00Z', expiresAt: '2027-01-01T00:00:00Z' },
      'revoked',
    ],
  ] as const)('%s', (_, parts, state) => {
    expect(stateOf(key('Shop', parts), now)).toBe(state)
  })

  it('that is to end on a day works until the day is over, where the administrator is', () => {
    const end = endOfDay('2026-12-31')
    expect(dayOf(end)).toBe('2026-12-31')
    expect(Date.parse(end ?? '')).toBe(new Date(2026, 11, 31, 23, 59, 59).getTime())
    expect([endOfDay(''), dayOf(null)]).toEqual([null, ''])
  })
})

describe('the list of keys', () => {
  const keys = [
    key('Website', { lastUsedAt: '2026-05-31T00:00:00Z' }),
    key('App', { lastUsedAt: '2026-06-01T00:00:00Z' }),
    key('Print', { revokedAt: '2026-05-01T00:00:00Z' }),
  ]
  const names = (address: string) =>
    keysOf(keys, readKeyList(new URLSearchParams(address)), now).map(({ name }) => name)

  it('is as it came, sorted or narrowed as the address says', () => {
    expect(names('')).toEqual(['Website', 'App', 'Print'])
    expect(names('sort=name:asc')).toEqual(['App', 'Print', 'Website'])
    expect(names('sort=lastUsedAt:desc')).toEqual(['App', 'Website', 'Print'])
    expect(names('sort=lastUsedAt:asc')).toEqual(['Website', 'App', 'Print'])
    expect(names('state=working&q=web')).toEqual(['Website'])
    expect(names('state=revoked')).toEqual(['Print'])
  })

  it('is remembered by the address, and a plain list by a plain one', () => {
    for (const address of ['', 'state=working&q=web&sort=name%3Aasc']) {
      expect(String(writeKeyList(readKeyList(new URLSearchParams(address))))).toBe(address)
    }
  })
})
