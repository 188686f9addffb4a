import type { SearchContentDocument, SearchInput, SearchPage } from '@pim/contract'
import { describe, expect, it } from '@rstest/core'
import { row } from '../../testing/open-list.tsx'
import { type Direction, type ListWalk, walkOf } from './list-walk.ts'
import { neighbour, placeIn, readWalkState, wayBack } from './walk-steps.ts'

const pageSize = 25

/** A list of so many rows, of which some leave it while somebody walks through. */
function listOf(count: number) {
  let rows: SearchContentDocument[] = Array.from({ length: count }, (_, at) => row(at + 1))
  const asked: number[] = []
  const read = async ({ paging }: SearchInput): Promise<SearchPage> => {
    const pageNumber = paging?.pageNumber ?? 1
    asked.push(pageNumber)
    const items = rows.slice((pageNumber - 1) * pageSize, pageNumber * pageSize)
    const totalPages = Math.ceil(rows.length / pageSize)
    return { items, paging: { pageNumber, pageSize, totalCount: rows.length, totalPages } }
  }
  const leave = (id: string) => {
    rows = rows.filter(({ contentItemId }) => contentItemId !== id)
  }
  return { read, leave, asked, idOf: (number: number) => row(number).contentItemId }
}

async function openAt(list: ReturnType<typeof listOf>, page: number): Promise<ListWalk> {
  const search: SearchInput = { paging: { pageNumber: page, pageSize }, filtering: { translation: ['outdated'] } }
  return walkOf(
    `/content-items?translation=outdated${page > 1 ? `&page=${page}` : ''}`,
    search,
    await list.read(search),
  )
}

/** The ids of all items from this one on. */
async function walked(
  list: ReturnType<typeof listOf>,
  start: { walk: ListWalk; id: string },
  direction: Direction,
  onItem: (id: string) => void = () => undefined,
) {
  const ids: string[] = []
  let here: { walk: ListWalk; id: string } | undefined = start
  while (here !== undefined) {
    ids.push(here.id)
    onItem(here.id)
    here = await neighbour(here.walk, here.id, direction, list.read)
  }
  return ids
}

describe('the way through a list', () => {
  const numbers = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, at) => row(from + at).contentItemId)

  it.each([
    ['each of them leaves the list', () => 1],
    ['none of them leaves it', () => 0],
    ['every third of them leaves it', (at: number) => (at % 3 === 0 ? 1 : 0)],
    ['fifty of them leave it together', (at: number) => (at === 50 ? 50 : 0)],
  ])('comes by each item once, across pages, where %s', async (_, leaving) => {
    const list = listOf(80)
    const walk = await openAt(list, 1)
    const passed: string[] = []
    const ids = await walked(list, { walk, id: list.idOf(1) }, 'next', (id) => {
      const first = passed.push(id) - leaving(passed.length)
      for (const each of passed.slice(first)) list.leave(each)
    })
    expect(ids).toEqual(numbers(1, 80))
    // A page is read where the known rows end, and not for each item.
    expect(list.asked.length).toBeLessThan(20)
  })

  it('goes on from the middle of a list, and back to its beginning', async () => {
    const list = listOf(80)
    const walk = await openAt(list, 3)
    expect(await walked(list, { walk, id: list.idOf(60) }, 'next')).toEqual(numbers(60, 80))
    expect(await walked(list, { walk, id: list.idOf(52) }, 'previous')).toEqual(numbers(1, 52).toReversed())
    expect(placeIn(walk, list.idOf(60))).toBe(60)
  })

  it('leads back to the page that has the item, and names the rows beside it', async () => {
    const list = listOf(60)
    const walk = await openAt(list, 1)
    const next = await neighbour(walk, list.idOf(25), 'next', list.read)
    if (next === undefined) throw new Error('There is a second page.')
    const back = wayBack(next.walk, next.id)
    expect(back.list).toBe('/content-items?translation=outdated&page=2')
    expect(back.near.slice(0, 2)).toEqual([list.idOf(26), list.idOf(27)])
    expect(wayBack(next.walk, list.idOf(2)).list).toBe('/content-items?translation=outdated')
  })

  it('is not read from what another page has left in the history', () => {
    for (const state of [
      null,
      'text',
      {},
      { walk: null },
      { walk: { list: '//elsewhere', search: {}, pages: [{}], total: 1 } },
    ])
      expect(readWalkState(state)).toBeUndefined()
  })
})
