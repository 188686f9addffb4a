import { Paper } from '@mui/material'
import { type Column, DataTable, ErrorState, PageHeader, Pagination } from '@pim/ui'
import { type ReactNode, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { useLastPage } from './last-page.ts'
import { readListAddress, writeListAddress } from './list-address.ts'
import { useHeaderTotal } from './total-text.tsx'

interface Paging {
  readonly pageNumber: number
  readonly pageSize: number
}

/** The page of a list that is neither searched nor sorted, in the address. */
export function usePaging(): Paging & { readonly turn: (to: Paging, options?: { replace: boolean }) => void } {
  const [address, setAddress] = useSearchParams()
  const list = useMemo(() => readListAddress(address, []), [address])
  const { pageNumber, pageSize } = list
  return {
    pageNumber,
    pageSize,
    turn: (to, options) => {
      const next = new URLSearchParams()
      writeListAddress(next, { ...list, ...to })
      setAddress(next, options)
    },
  }
}

interface PagedListProps<Row> {
  title: string
  /** Drawn before the title: the way back. */
  before?: ReactNode
  /** Drawn at the right end of the title. */
  actions?: ReactNode
  paging: ReturnType<typeof usePaging>
  /** What `useApiQuery` answers for that page. */
  page: {
    readonly data:
      | {
          readonly items: readonly Row[]
          readonly paging: {
            readonly pageNumber: number
            readonly totalPages: number
            readonly totalCount: number
            readonly totalIsCapped?: boolean | undefined
          }
        }
      | undefined
    readonly isError: boolean
    readonly isPlaceholderData: boolean
    readonly refetch: () => Promise<unknown>
  }
  columns: readonly Column<Row>[]
  rowId: (row: Row) => string
  rowLabel: (row: Row) => string
  onOpen?: (row: Row) => void
  expectedRows: number
  empty: ReactNode
  /** The title of the screen where the page could not be read. */
  notRead: string
}

/** A screen that is one list, page by page. */
export function PagedList<Row>({ title, before, actions, paging, page, notRead, ...table }: PagedListProps<Row>) {
  const { data, isError, isPlaceholderData, refetch } = page
  const headerTotal = useHeaderTotal()
  useLastPage(isPlaceholderData ? undefined : data?.paging, (pageNumber) =>
    paging.turn({ pageNumber, pageSize: paging.pageSize }, { replace: true }),
  )
  if (isError && !data) {
    return (
      <>
        <PageHeader title={title} before={before} actions={actions} />
        <ErrorState title={notRead} onRetry={() => void refetch()} />
      </>
    )
  }
  return (
    <>
      <PageHeader title={title} before={before} actions={actions} {...headerTotal(data?.paging)} />
      <Paper
        variant="outlined"
        sx={{ display: 'flex', flexDirection: 'column', minHeight: 0, mb: 2, overflow: 'hidden' }}
      >
        <DataTable<Row> {...table} label={title} rows={data?.items} isStale={isPlaceholderData} />
        <Pagination
          pageNumber={paging.pageNumber}
          pageSize={paging.pageSize}
          totalCount={data?.paging.totalCount}
          totalIsCapped={data?.paging.totalIsCapped}
          onChange={paging.turn}
        />
      </Paper>
    </>
  )
}
