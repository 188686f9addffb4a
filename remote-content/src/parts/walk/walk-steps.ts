import type { SearchInput, SearchPage } from '@pim/contract'
import { type Direction, type ListWalk, onPage, type WalkedPage, type WalkState, walkedPage } from './list-walk.ts'

/** More rows are forgotten from the other end: browsers take entries of limited size. */
const maxIds = 1_000

/** Reads the state of an entry of the browser's history; undefined for that of another page or of an earlier release. */
export function readWalkState(state: unknown): WalkState | undefined {
  return isWalkState(state) ? state : undefined
}

function isWalkState(state: unknown): state is WalkState {
  if (typeof state !== 'object' || state === null || !('walk' in state)) return false
  const { walk } = state
  if (typeof walk !== 'object' || walk === null) return false
  return (
    'list' in walk &&
    typeof walk.list === 'string' &&
    walk.list.startsWith('/') &&
    !walk.list.startsWith('//') &&
    'search' in walk &&
    typeof walk.search === 'object' &&
    'pages' in walk &&
    Array.isArray(walk.pages) &&
    walk.pages.length > 0 &&
    'total' in walk &&
    typeof walk.total === 'number'
  )
}

export const seenIds = ({ pages }: ListWalk): string[] => pages.flatMap(({ ids }) => ids)

/** The place of an item in the list, counted from 1; undefined for one that is not of it. */
export function placeIn(walk: ListWalk, id: string): number | undefined {
  const at = seenIds(walk).indexOf(id)
  const before = ((walk.pages[0]?.page ?? 1) - 1) * pageSizeOf(walk)
  return at === -1 ? undefined : before + at + 1
}

const pageSizeOf = ({ search }: ListWalk): number => search.paging?.pageSize ?? 25

/** The list on the page that has an item, and the rows to look for there: the item, or else the nearest ones. */
export function wayBack(walk: ListWalk, id: string): { readonly list: string; readonly near: readonly string[] } {
  const page = walk.pages.find(({ ids }) => ids.includes(id))?.page ?? walk.search.paging?.pageNumber ?? 1
  const ids = seenIds(walk)
  const at = ids.indexOf(id)
  const near = at === -1 ? [] : [...ids.slice(at), ...ids.slice(0, at).toReversed()]
  return { list: onPage(walk.list, page), near: near.slice(0, 200) }
}

type ReadPage = (search: SearchInput) => Promise<SearchPage>

/**
 * The item next to this one, with the walk as it is known then; undefined at the end of the list. Pages that follow are read
 * when the known rows end.
 */
export async function neighbour(
  walk: ListWalk,
  id: string,
  direction: Direction,
  read: ReadPage,
): Promise<{ readonly id: string; readonly walk: ListWalk } | undefined> {
  const ids = seenIds(walk)
  const at = ids.indexOf(id)
  if (at === -1) return undefined
  const known = ids[direction === 'next' ? at + 1 : at - 1]
  if (known !== undefined) return { id: known, walk }
  const found = direction === 'next' ? await pageAfter(walk, read) : await pageBefore(walk, read)
  if (found === undefined) return undefined
  const pages = direction === 'next' ? [...walk.pages, found] : [found, ...walk.pages]
  const next = direction === 'next' ? found.ids[0] : found.ids.at(-1)
  return next === undefined ? undefined : { id: next, walk: { ...walk, pages: withinLimit(pages, direction) } }
}

/** A page as it is now, and its rows that have not been seen. */
async function readUnseen(walk: ListWalk, page: number, read: ReadPage) {
  const now = await read({ ...walk.search, paging: { pageNumber: page, pageSize: pageSizeOf(walk) } })
  const seen = new Set(seenIds(walk))
  const { ids } = walkedPage(now)
  const unseen = ids.filter((each) => !seen.has(each))
  return { page, ids: unseen, hasSeen: unseen.length < ids.length, isLast: page >= now.paging.totalPages }
}

/**
 * The rows after those that were seen. Where these have left the list, the others have moved to earlier pages: the search
 * for them goes back until it meets a row that was seen, and from there on to the first that was not.
 */
async function pageAfter(walk: ListWalk, read: ReadPage): Promise<WalkedPage | undefined> {
  const first = walk.pages[0]?.page ?? 1
  let found = await readUnseen(walk, walk.pages.at(-1)?.page ?? 1, read)
  while (!found.hasSeen && found.page > first) {
    const earlier = await readUnseen(walk, found.page - 1, read)
    if (earlier.hasSeen && earlier.ids.length === 0 && found.ids.length > 0) break
    found = earlier
  }
  while (found.ids.length === 0 && !found.isLast) found = await readUnseen(walk, found.page + 1, read)
  return found.ids.length === 0 ? undefined : found
}

async function pageBefore(walk: ListWalk, read: ReadPage): Promise<WalkedPage | undefined> {
  for (let page = (walk.pages[0]?.page ?? 1) - 1; page >= 1; page -= 1) {
    const found = await readUnseen(walk, page, read)
    if (found.ids.length > 0) return found
  }
  return undefined
}

function withinLimit(pages: readonly WalkedPage[], direction: Direction): readonly WalkedPage[] {
  const count = pages.reduce((sum, { ids }) => sum + ids.length, 0)
  if (count <= maxIds) return pages
  return withinLimit(direction === 'next' ? pages.slice(1) : pages.slice(0, -1), direction)
}
