import type { SearchInput, SearchPage } from '@pim/contract'

/** The rows that a list showed on one page, by the ids of their items. */
export interface WalkedPage {
  readonly page: number
  readonly ids: readonly string[]
}

/**
 * The way through a list from item to item. Rows that were seen keep their places, because work on them often takes them out of
 * what the list finds: a translated text is not outdated any more. It lies in the entry of the browser's history, so the
 * back button keeps it; a page that is loaded anew asks for the session first, which makes an entry without it.
 */
export interface ListWalk {
  /** Path and query of the list. */
  readonly list: string
  readonly search: SearchInput
  readonly pages: readonly WalkedPage[]
  readonly total: number
  /** There are more than `total`. */
  readonly isCapped: boolean
}

export const directions = ['next', 'previous'] as const
export type Direction = (typeof directions)[number]

/** State of an entry of the browser's history for the screen of an item. */
export interface WalkState {
  readonly walk: ListWalk
  /** On the way from the item beside it, until one is there. */
  readonly came?: { readonly direction: Direction; readonly byButton: boolean }
}

export const walkOf = (
  list: string,
  { fields: _, matches: __, ...search }: SearchInput,
  page: SearchPage,
): ListWalk => ({
  list,
  search,
  pages: [walkedPage(page)],
  total: page.paging.totalCount,
  isCapped: page.paging.totalIsCapped === true,
})

export const walkedPage = ({ paging, items }: SearchPage): WalkedPage => ({
  page: paging.pageNumber,
  ids: items.map(({ contentItemId }) => contentItemId),
})

/** The address of a list on one of its pages; on the first one without the number. */
export function onPage(list: string, page: number): string {
  const [path = '', query] = list.split('?')
  const address = new URLSearchParams(query)
  address.delete('page')
  if (page !== 1) address.set('page', String(page))
  return address.size === 0 ? path : `${path}?${address}`
}
