import { useLastPage } from '@pim/content-kit'
import type { SearchPage } from '@pim/contract'
import { useTenant } from '@pim/shell'
import { useEffect, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { forgetLeftList, leftList } from '../../parts/walk/left-list.ts'

/**
 * On the return from an item, focuses its row, or else the nearest that is there. Turns the list to the page that they have walked
 * to, and to its last one where it has become shorter.
 */
export function useReturn(listId: string, page: SearchPage | undefined, goToPage: (pageNumber: number) => void): void {
  const { externalId: tenantId } = useTenant()
  const { pathname, search } = useLocation()
  const isBack = useNavigationType() === 'POP'
  const [left] = useState(() => leftList(tenantId, pathname + search))
  useEffect(forgetLeftList, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, on the return
  useEffect(() => {
    // The entry of the history is of the page from which the walk began.
    if (left && isBack && left.list !== pathname + search) goToPage(pageOf(left.list))
  }, [])
  useLastPage(page?.paging, goToPage)
  const ids = page?.items.map(({ contentItemId }) => contentItemId) ?? []
  const nearest = left?.near.find((id) => ids.includes(id))
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each row to arrive at
  useEffect(() => {
    if (nearest === undefined) return
    const table = document.getElementById(listId)
    // A focus that was moved meanwhile stays.
    const isFree = document.activeElement?.contains(table) ?? true
    if (isFree) table?.querySelectorAll<HTMLElement>('tr[data-row]')[ids.indexOf(nearest)]?.focus()
  }, [nearest])
}

const pageOf = (list: string): number => Number(new URLSearchParams(list.split('?')[1]).get('page') ?? 1)
