import type { ApiKey } from '@pim/contract'
import { type ListAddress, readListAddress, writeListAddress } from '@pim/shell'
import type { DotLook } from '@pim/ui'

export const keyStates = ['working', 'ending', 'ended', 'revoked'] as const
export type KeyState = (typeof keyStates)[number]

/** From here on whoever looks after the shop should hear of it. */
const endingWithin = 14 * 24 * 3_600_000

export function stateOf({ revokedAt, expiresAt }: Pick<ApiKey, 'revokedAt' | 'expiresAt'>, now: number): KeyState {
  if (revokedAt) return 'revoked'
  if (!expiresAt) return 'working'
  const left = Date.parse(expiresAt) - now
  if (left <= 0) return 'ended'
  return left < endingWithin ? 'ending' : 'working'
}

export const stateLooks: Record<KeyState, DotLook> = {
  working: { color: 'success.main', fill: 'full' },
  ending: { color: 'warning.main', fill: 'half' },
  ended: { color: 'text.secondary', fill: 'half' },
  revoked: { color: 'text.secondary', fill: 'ring' },
}

/** What the address remembers of the list. */
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

/** The keys that the list asks for, in its order; without one, as they came: the newest first. */
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
  // What was never used and what never ends stand last, whichever way the others are turned.
  return found.sort((a, b) => {
    const [one, other] = [a[field], b[field]]
    if (one === null || other === null) return Number(one === null) - Number(other === null)
    return sign * (field === 'name' ? one.localeCompare(other) : Date.parse(one) - Date.parse(other))
  })
}

/** The day that a date field shows, where one is. */
export function dayOf(time: string | null): string {
  if (!time) return ''
  const at = new Date(time)
  const two = (number: number) => String(number).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}

/** The last moment of a day, where one is; null is for ever. */
export const endOf = (day: string): string | null => (day ? new Date(`${day}T23:59:59`).toISOString() : null)
