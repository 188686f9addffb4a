import { type ListAddress, readListAddress, writeListAddress } from '@pim/content-kit'
import type { ApiKey } from '@pim/contract'
import type { DotLook } from '@pim/ui'

export const keyStates = ['working', 'ending', 'ended', 'revoked'] as const
export type KeyState = (typeof keyStates)[number]

/** Milliseconds before the expiry from which a key is shown as ending soon, so that it is replaced in time. */
const expiryWarningMs = 14 * 24 * 3_600_000

export function stateOf({ revokedAt, expiresAt }: Pick<ApiKey, 'revokedAt' | 'expiresAt'>, now: number): KeyState {
  if (revokedAt) return 'revoked'
  if (!expiresAt) return 'working'
  const left = Date.parse(expiresAt) - now
  if (left <= 0) return 'ended'
  return left < expiryWarningMs ? 'ending' : 'working'
}

export const stateLooks: Record<KeyState, DotLook> = {
  working: { color: 'success.main', fill: 'full' },
  ending: { color: 'warning.main', fill: 'half' },
  ended: { color: 'text.secondary', fill: 'half' },
  revoked: { color: 'text.secondary', fill: 'ring' },
}

/** The filter, search and sorting of the list, kept in the URL. */
export interface KeyList extends ListAddress {
  readonly states: readonly KeyState[]
}

const sortable = ['name', 'expiresAt', 'lastUsedAt', 'createdAt']

export function readKeyList(address: URLSearchParams): KeyList {
  return {
    ...readListAddress(address, sortable),
    states: keyStates.filter((state) => address.getAll('state').includes(state)),
  }
}

export function writeKeyList(list: KeyList): URLSearchParams {
  const address = new URLSearchParams()
  for (const state of list.states) address.append('state', state)
  writeListAddress(address, list)
  return address
}

/** Filters and sorts the keys. Without a sorting they keep the order of the server: newest first. */
export function keysOf(keys: readonly ApiKey[], { states, searchText, sorting }: KeyList, now: number): ApiKey[] {
  const wanted = searchText.trim().toLocaleLowerCase()
  const found = keys.filter(
    (key) =>
      (states.length === 0 || states.includes(stateOf(key, now))) &&
      `${key.name} ${key.prefix}`.toLocaleLowerCase().includes(wanted),
  )
  const field = sorting.field as 'name' | 'expiresAt' | 'lastUsedAt' | 'createdAt'
  if (!sortable.includes(field)) return found
  const sign = sorting.direction === 'asc' ? 1 : -1
  // Keys that were never used or never expire sort last in both directions.
  return found.sort((a, b) => {
    const [one, other] = [a[field], b[field]]
    if (one === null || other === null) return Number(one === null) - Number(other === null)
    return sign * (field === 'name' ? one.localeCompare(other) : Date.parse(one) - Date.parse(other))
  })
}

/** The local day of a time as a date input takes it (`2026-11-05`); empty for none. */
export function dayOf(time: string | null): string {
  if (!time) return ''
  const at = new Date(time)
  const twoDigits = (number: number) => String(number).padStart(2, '0')
  return `${at.getFullYear()}-${twoDigits(at.getMonth() + 1)}-${twoDigits(at.getDate())}`
}

/** The last second of a local day, as an ISO time; `null` for no day: the key never expires. */
export const endOfDay = (day: string): string | null => (day ? new Date(`${day}T23:59:59`).toISOString() : null)
