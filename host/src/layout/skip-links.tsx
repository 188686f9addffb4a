import { Box } from '@mui/material'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mainId } from './main-focus.ts'

/** The first row or tile of the list in the main area: `DataTable`, and whatever else draws a list, marks them. */
const firstRow = () => document.querySelector<HTMLElement>(`#${mainId} [data-row]`)

/** The first stops of the Tab key: links that skip the header, and where the screen has a list, all that is above its rows. */
export function SkipLinks() {
  const { t } = useTranslation()
  const [hasRows, setHasRows] = useState(false)
  return (
    // Looked up when somebody comes here, because the rows come after the screen.
    <Box onFocus={() => setHasRows(firstRow() !== null)}>
      <SkipLink label={t('shell.skip')} to={() => document.getElementById(mainId)} />
      {hasRows && <SkipLink label={t('shell.skipToRows')} to={firstRow} />}
    </Box>
  )
}

function SkipLink({ label, to }: { label: string; to: () => HTMLElement | null }) {
  return (
    <Box
      component="a"
      href={`#${mainId}`}
      onClick={(event) => {
        event.preventDefault()
        to()?.focus()
      }}
      sx={{
        position: 'absolute',
        left: 8,
        top: -60,
        zIndex: 'tooltip',
        px: 2,
        py: 1,
        borderRadius: 1,
        bgcolor: 'background.paper',
        color: 'primary.main',
        '&:focus-visible': { top: 8 },
      }}
    >
      {label}
    </Box>
  )
}
