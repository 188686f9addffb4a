/** The part of a list's state that is the same for every list; the rest is the section's own. */
export interface ListAddress {
  /** From 1. */
  readonly pageNumber: number
  readonly pageSize: number
  readonly sorting: { readonly field: string; readonly direction: 'asc' | 'desc' }
  readonly searchText: string
}

export const listPageSizes = [25, 50, 100, 200]
const firstPageSize = 25
const firstSorting = { field: 'modifiedAt', direction: 'desc' } as const
const lastPage = 1_000_000

/** Reads page, sorting and search of an address. Whatever in it makes no sense is as good as not there. */
export function readListAddress(address: URLSearchParams, sortable: readonly string[]): ListAddress {
  const [field = '', direction] = (address.get('sort') ?? '').split(':')
  const pageNumber = Number(address.get('page'))
  const pageSize = Number(address.get('size'))
  return {
    pageNumber: Number.isInteger(pageNumber) && pageNumber > 0 && pageNumber <= lastPage ? pageNumber : 1,
    pageSize: listPageSizes.includes(pageSize) ? pageSize : firstPageSize,
    sorting: sortable.includes(field) ? { field, direction: direction === 'asc' ? 'asc' : 'desc' } : firstSorting,
    searchText: (address.get('q') ?? '').slice(0, 500),
  }
}

/** Adds what differs from the list as one first meets it, so that a plain list has a plain address. */
export function writeListAddress(address: URLSearchParams, { pageNumber, pageSize, sorting, searchText }: ListAddress) {
  if (searchText) address.set('q', searchText)
  if (sorting.field !== firstSorting.field || sorting.direction !== firstSorting.direction) {
    address.set('sort', `${sorting.field}:${sorting.direction}`)
  }
  if (pageSize !== firstPageSize) address.set('size', String(pageSize))
  if (pageNumber !== 1) address.set('page', String(pageNumber))
}

/** A change of anything but the page starts at the first one: the old number counts other rows. */
export const changeList = <State extends ListAddress>(state: State, change: Partial<State>): State => ({
  ...state,
  pageNumber: 1,
  ...change,
})
