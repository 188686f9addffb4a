import PreviousIcon from '@mui/icons-material/KeyboardArrowLeft'
import NextIcon from '@mui/icons-material/KeyboardArrowRight'
import { Box, IconButton, Stack, Typography } from '@mui/material'
import { type ChangeEvent, useId } from 'react'
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
  const id = useId()
  const number = new Intl.NumberFormat(i18n.language)
  const lastPage = Math.max(1, Math.ceil((totalCount ?? 0) / pageSize))
  // A page number past the end, as from an old link, is shown as the last page.
  const page = totalCount === undefined ? pageNumber : Math.min(pageNumber, lastPage)
  const first = (page - 1) * pageSize
  const goTo = (target: number) => onChange({ pageNumber: target, pageSize })
  return (
    <Stack
      direction="row"
      sx={{ flex: 'none', alignItems: 'center', justifyContent: 'flex-end', height: 64, px: { xs: 0, sm: 2 } }}
    >
      <Typography component="label" htmlFor={id} variant="body2" sx={screenOnly}>
        {t('ui.pagination.rows')}
      </Typography>
      {/* The browser's own list: MUI's would cost every first screen 7 kB. */}
      <Box
        component="select"
        id={id}
        value={pageSize}
        // Goes to the page that contains the row that was the first one shown.
        onChange={(event: ChangeEvent<HTMLSelectElement>) => {
          const size = Number(event.target.value)
          onChange({ pageNumber: Math.floor(((pageNumber - 1) * pageSize) / size) + 1, pageSize: size })
        }}
        sx={selectStyle}
      >
        {pageSizes.map((size) => (
          <option key={size} value={size}>
            {size}
          </option>
        ))}
      </Box>
      <Typography variant="body2" sx={{ fontVariantNumeric: 'tabular-nums', ml: { xs: 1, sm: 3 } }}>
        {/* An empty list says so by itself. */}
        {totalCount !== undefined &&
          totalCount > 0 &&
          t('ui.pagination.of', {
            from: number.format(first + 1),
            to: number.format(Math.min(totalCount, first + pageSize)),
            total: totalIsCapped
              ? t('ui.total.more', { total: number.format(totalCount - 1) })
              : number.format(totalCount),
          })}
      </Typography>
      <Box sx={{ flex: 'none', ml: { xs: 0.5, sm: 2.5 } }}>
        <IconButton
          aria-label={t('ui.pagination.previous')}
          title={t('ui.pagination.previous')}
          disabled={page <= 1}
          onClick={() => goTo(page - 1)}
        >
          <PreviousIcon />
        </IconButton>
        <IconButton
          aria-label={t('ui.pagination.next')}
          title={t('ui.pagination.next')}
          disabled={totalCount !== undefined && page >= lastPage}
          onClick={() => goTo(page + 1)}
        >
          <NextIcon />
        </IconButton>
      </Box>
    </Stack>
  )
}

const screenOnly = { '@media print': { display: 'none' } }

const selectStyle = {
  ...screenOnly,
  ml: 0.5,
  py: 0.5,
  px: 0.5,
  border: 0,
  borderRadius: 1,
  bgcolor: 'transparent',
  color: 'inherit',
  font: 'inherit',
  fontSize: 14,
  cursor: 'pointer',
  '& option': { color: 'text.primary', bgcolor: 'background.paper' },
}
