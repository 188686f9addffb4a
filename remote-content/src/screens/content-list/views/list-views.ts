import { type ListState, readListState, writeListState } from '../../../parts/item-list/list-state.ts'

/** A way to look at the list that has a name: the product's own, or one that somebody saved. The address holds the rest. */
export interface ListView {
  readonly id: string
  readonly address: string
}

const query = (parts: Record<string, string>): string => new URLSearchParams(parts).toString()

/** What one comes back to every day. */
export const ownViews = (userId: string, mayDeleted: boolean): readonly ListView[] => [
  { id: 'all', address: '' },
  { id: 'mine', address: query({ status: 'draft', by: userId }) },
  { id: 'waiting', address: query({ live: 'differs' }) },
  { id: 'published', address: query({ status: 'published' }) },
  { id: 'incomplete', address: query({ complete: 'incomplete' }) },
  ...(mayDeleted ? [{ id: 'deleted', address: query({ deleted: 'only' }) }] : []),
]

/** What a view keeps: not the page, and not the variation, which is where one works rather than what one looks at. */
export function viewAddress(state: ListState): string {
  const address = writeListState({ ...state, pageNumber: 1, variationId: undefined })
  address.delete('size')
  return address.toString()
}

export const readView = (address: string): ListState => readListState(new URLSearchParams(address))

/** Addresses that say the same in another order are the same view. */
export const isView = (state: ListState, address: string): boolean =>
  viewAddress(state) === viewAddress(readView(address))
