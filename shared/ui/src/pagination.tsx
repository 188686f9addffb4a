import { TablePagination } from '@mui/material'
import { useTranslation } from 'react-i18next'

interface PaginationProps {
  /** Counted from 1. */
  pageNumber: number
  pageSize: number
  /** `undefined` while it is unknown: the bar keeps its height. */
  totalCount: number | undefined
  /** The server stopped counting: there are at least `totalCount`. */
  totalIsCapped?: boolean | undefined
  pageSizes?: readonly number[]
  onChange: (paging: { pageNumber: number; pageSize: number }) => void
}

const usualSizes = [25, 50, 100, 200]

/** The bar below a list: rows per page, the range shown, and the buttons to the next and the previous page. */
export function Pagination({
  pageNumber,
  pageSize,
  totalCount,
  totalIsCapped,
  pageSizes = usualSizes,
  onChange,
}: PaginationProps) {
  const { t, i18n } = useTranslation()
  const number = new Intl.NumberFormat(i18n.language)
  const lastPage = Math.max(1, Math.ceil((totalCount ?? 0) / pageSize))
  return (
    <TablePagination
      component="div"
      count={totalCount ?? -1}
      // A page number past the end, as from an old link, is shown as the last page.
      page={totalCount === undefined ? pageNumber - 1 : Math.min(pageNumber, lastPage) - 1}
      rowsPerPage={pageSize}
      rowsPerPageOptions={[...pageSizes]}
      labelRowsPerPage={t('ui.pagination.rows')}
      labelDisplayedRows={({ from, to }) =>
        totalCount === undefined
          ? ''
          : t(totalIsCapped ? 'ui.pagination.ofMore' : 'ui.pagination.of', {
              from: number.format(from),
              to: number.format(to),
              total: number.format(totalCount),
            })
      }
      getItemAriaLabel={(direction) => t(`ui.pagination.${direction}`)}
      onPageChange={(_, page) => onChange({ pageNumber: page + 1, pageSize })}
      // Goes to the page that contains the row that was the first one shown.
      onRowsPerPageChange={(event) => {
        const size = Number(event.target.value)
        onChange({ pageNumber: Math.floor(((pageNumber - 1) * pageSize) / size) + 1, pageSize: size })
      }}
      sx={{ flex: 'none', '& .MuiTablePagination-toolbar': { px: { xs: 0, sm: 2 } } }}
    />
  )
}
