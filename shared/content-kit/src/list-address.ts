/** The state that every list keeps in the URL; a section adds its own. */
export interface ListAddress {
  /** Counted from 1. */
  readonly pageNumber: number
  readonly pageSize: number
  /** The field `relevance`: by how well rows match the search text, which is what a call without a sorting answers. */
  readonly sorting: { readonly field: string; readonly direction: 'asc' | 'desc' }
  readonly searchText: string
}

export const listPageSizes = [25, 50, 100, 200]
const defaultPageSize = 25
const defaultSorting = { field: 'modifiedAt', direction: 'desc' } as const
/** Of a list that is searched, where nobody has chosen another. */
const byRelevance = { field: 'relevance', direction: 'desc' } as const
const maxPageNumber = 1_000_000

/** Reads page, sorting and search text from the URL's query. Invalid values count as absent. */
export function readListAddress(address: URLSearchParams, sortable: readonly string[]): ListAddress {
  const [field = '', direction] = (address.get('sort') ?? '').split(':')
  const pageNumber = Number(address.get('page'))
  const pageSize = Number(address.get('size'))
  const searchText = (address.get('q') ?? '').slice(0, 500)
  const usual = searchText.trim() === '' ? defaultSorting : byRelevance
  return {
    pageNumber: Number.isInteger(pageNumber) && pageNumber > 0 && pageNumber <= maxPageNumber ? pageNumber : 1,
    pageSize: listPageSizes.includes(pageSize) ? pageSize : defaultPageSize,
    sorting: sortable.includes(field) ? { field, direction: direction === 'asc' ? 'asc' : 'desc' } : usual,
    searchText,
  }
}

/** Writes the values that differ from the defaults, so that the URL of an unchanged list stays short. */
export function writeListAddress(address: URLSearchParams, { pageNumber, pageSize, sorting, searchText }: ListAddress) {
  if (searchText) address.set('q', searchText)
  const isChosen = sorting.field !== defaultSorting.field || sorting.direction !== defaultSorting.direction
  if (isChosen && sorting.field !== byRelevance.field) {
    address.set('sort', `${sorting.field}:${sorting.direction}`)
  }
  if (pageSize !== defaultPageSize) address.set('size', String(pageSize))
  if (pageNumber !== 1) address.set('page', String(pageNumber))
}

/**
 * Changes the state of a list. Goes back to the first page unless the change sets one, because the old page has other
 * rows.
 */
export const changeList = <State extends ListAddress>(state: State, change: Partial<State>): State => ({
  ...state,
  pageNumber: 1,
  ...change,
})
