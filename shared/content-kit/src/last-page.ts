import { useEffect, useRef } from 'react'

/**
 * Leads from a page past the end, as an old link or a list that has become shorter has it, to the last one. `paging`: of the page
 * that was asked for, undefined until it is there. `replace` is to change the entry of the history, as the way back would lead here again.
 */
export function useLastPage(
  paging: { readonly pageNumber: number; readonly totalPages: number } | undefined,
  replace: (pageNumber: number) => void,
): void {
  const turn = useRef(replace)
  turn.current = replace
  const last = paging && paging.pageNumber > paging.totalPages ? paging.totalPages : 0
  useEffect(() => {
    if (last > 0) turn.current(last)
  }, [last])
}
