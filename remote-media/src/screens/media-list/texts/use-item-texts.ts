import { useApi } from '@pim/api-client/react'
import { useTenant } from '@pim/shell'
import { useCallback, useEffect, useRef, useState } from 'react'
import { cellOf, type TextCell } from './text-drafts.ts'

type Cells = ReadonlyMap<string, TextCell>

interface ItemTexts {
  readonly state: 'loading' | 'failed' | 'known'
  /** By variation. */
  readonly cells: Cells | undefined
  readonly take: (cell: TextCell) => void
  readonly retry: () => void
}

/**
 * A text of an item in every variation. It is read once and then follows what is saved: a query would be read again for
 * each row of the table whenever one text is saved.
 */
export function useItemTexts(contentItemId: string | undefined, field: string): ItemTexts {
  const api = useApi()
  const { externalId: tenantId } = useTenant()
  const [state, setState] = useState<Pick<ItemTexts, 'state' | 'cells'>>({ state: 'loading', cells: undefined })
  const reading = useRef<AbortController>(undefined)
  const read = useCallback(() => {
    reading.current?.abort()
    if (contentItemId === undefined) return
    const abort = new AbortController()
    reading.current = abort
    api.contentItem
      .getItemVariations({ params: { contentItemId } }, { signal: abort.signal, tenantId })
      .then((all) => {
        const cells = new Map(all.map((each) => [each.variationId, cellOf(each, field)]))
        if (!abort.signal.aborted) setState({ state: 'known', cells })
      })
      .catch(() => {
        if (!abort.signal.aborted) setState(({ cells }) => ({ state: cells ? 'known' : 'failed', cells }))
      })
  }, [api, tenantId, contentItemId, field])
  useEffect(() => {
    read()
    return () => reading.current?.abort()
  }, [read])
  const take = useCallback(
    (cell: TextCell) => {
      setState(({ state, cells }) => ({ state, cells: new Map(cells).set(cell.variation.variationId, cell) }))
      // Languages without a text of their own have another one now.
      read()
    },
    [read],
  )
  const retry = useCallback(() => {
    setState({ state: 'loading', cells: undefined })
    read()
  }, [read])
  return { ...state, take, retry }
}
