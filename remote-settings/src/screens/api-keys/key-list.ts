import { type ListAddress, readListAddress, writeListAddress } from '@pim/content-kit'
import type { ApiKey } from '@pim/contract'
import { type KeyState, keyStates, stateOf } from '../../parts/key-state.ts'

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
