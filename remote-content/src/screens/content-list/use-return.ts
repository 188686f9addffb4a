import type { SearchPage } from '@pim/contract'
import { useTenant } from '@pim/shell'
import { useEffect, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { forgetLeftList, leftList } from '../../parts/walk/left-list.ts'

/**
 * The row to which somebody returns from an item, by its variation: the one of the item, or else the nearest. Turns the list to
 * the page that they have walked to, and to its last one where it has become shorter.
 */
export function useReturn(page: SearchPage | undefined, goToPage: (pageNumber: number) => void): string | undefined {
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page
  useEffect(() => {
    const { totalPages = 0, pageNumber = 1 } = page?.paging ?? {}
    if (totalPages > 0 && pageNumber > totalPages) goToPage(totalPages)
  }, [page])
  const near = left?.near.find((id) => page?.items.some(({ contentItemId }) => contentItemId === id))
  return page?.items.find(({ contentItemId }) => contentItemId === near)?.contentVariationId
}

const pageOf = (list: string): number => Number(new URLSearchParams(list.split('?')[1]).get('page') ?? 1)
