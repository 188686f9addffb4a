import type { ContentType, ListView as SavedListView } from '@pim/contract'
import { fieldOfColumn } from '../field-columns/field-columns.tsx'
import { type ListState, readListState, writeListState } from '../list-state.ts'

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

const read = (address: string): ListState => readListState(new URLSearchParams(address))

/** Addresses that say the same in another order are the same view. */
export const isView = (state: ListState, address: string): boolean => viewAddress(state) === viewAddress(read(address))

/** The list as the view has it, in the variation that one is in. */
export const openView = ({ variationId, pageSize }: ListState, address: string): ListState => ({
  ...read(address),
  variationId,
  pageSize,
})

/** What the tenant has now, of what a view can name. */
export interface Known {
  readonly types: readonly ContentType[]
  readonly channels: readonly string[]
  readonly columnIds: readonly string[]
}

/**
 * What a view names that is not there any more: content types, channels, columns of fields. Conditions on fields that are gone are
 * told by the list itself, and concepts by whoever asks the server for them.
 */
export function missingOf({ address, columns = [] }: SavedListView, known: Known): readonly string[] {
  const { types, channels, readiness } = read(address)
  const named = new Set(known.types.map(({ technicalName }) => technicalName))
  const fields = new Set(known.types.flatMap((type) => type.fields.map(({ technicalName }) => technicalName)))
  const asked = readiness?.channel === undefined ? channels : [...channels, readiness.channel]
  const gone = columns.flatMap((id) => {
    const field = fieldOfColumn(id)
    if (field === undefined) return known.columnIds.includes(id) ? [] : [id]
    return fields.has(field) ? [] : [field]
  })
  return [
    ...new Set([
      ...types.filter((name) => !named.has(name)),
      ...asked.filter((name) => !known.channels.includes(name)),
      ...gone,
    ]),
  ]
}

/** The list of a view without content types that are gone: it would find nothing in them. */
export function withoutGoneTypes(state: ListState, types: readonly ContentType[]): ListState {
  const named = new Set(types.map(({ technicalName }) => technicalName))
  return { ...state, types: state.types.filter((name) => named.has(name)) }
}
