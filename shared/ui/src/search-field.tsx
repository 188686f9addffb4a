import CloseIcon from '@mui/icons-material/Close'
import SearchIcon from '@mui/icons-material/Search'
import { IconButton, InputAdornment, OutlinedInput } from '@mui/material'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

interface SearchFieldProps {
  /** The placeholder and the accessible name: "Search content". */
  label: string
  value: string
  onChange: (value: string) => void
  /** The debounce of `onChange`, in milliseconds; default 250. Enter calls it immediately. */
  delay?: number
  /** The DOM id of the list that shows the results: the down arrow moves the focus to its first row. */
  controls?: string
  width?: number | string
}

export function SearchField({ label, value, onChange, delay = 250, controls, width = 260 }: SearchFieldProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(value)
  const reported = useRef(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  // A value changed by the parent (back button, cleared filters) replaces the typed text; a value that this field
  // reported itself does not, because the user may have typed on.
  if (reported.current !== value) {
    reported.current = value
    if (typed !== value) setTyped(value)
  }
  useEffect(() => () => clearTimeout(timer.current), [])

  const report = (text: string) => {
    clearTimeout(timer.current)
    reported.current = text
    if (text !== value) onChange(text)
  }
  const changeText = (text: string) => {
    setTyped(text)
    clearTimeout(timer.current)
    const { pathname } = window.location
    timer.current = setTimeout(() => {
      // After a click on a row, the address is already the row's while its screen still loads and this list is still
      // shown. Many lists report into their address, which would navigate back to the list.
      if (window.location.pathname === pathname) report(text)
    }, delay)
  }

  return (
    <OutlinedInput
      size="small"
      fullWidth
      type="search"
      placeholder={label}
      value={typed}
      onChange={(event) => changeText(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') report(typed)
        if (event.key === 'ArrowDown' && controls !== undefined) {
          event.preventDefault()
          // Rows of the previous search are about to be replaced, so the arrow first reports the pending text.
          if (typed === value) firstRowIn(controls)?.focus()
          else report(typed)
        }
        if (event.key === 'Escape' && typed) {
          event.stopPropagation()
          setTyped('')
          report('')
        }
      }}
      sx={{
        width,
        maxWidth: '100%',
        '@media print': typed === '' ? { display: 'none' } : {},
        '& input::-webkit-search-cancel-button': { display: 'none' },
      }}
      slotProps={{
        input: {
          'aria-label': label,
          'aria-controls': controls,
          enterKeyHint: 'search',
          // Empty, it has the direction of the page, as its placeholder has.
          dir: typed === '' ? undefined : 'auto',
        },
      }}
      startAdornment={
        <InputAdornment position="start">
          <SearchIcon fontSize="small" />
        </InputAdornment>
      }
      endAdornment={
        typed && (
          <InputAdornment position="end">
            <IconButton
              size="small"
              edge="end"
              aria-label={t('ui.search.clear')}
              onClick={() => {
                setTyped('')
                report('')
              }}
            >
              <CloseIcon fontSize="inherit" />
            </IconButton>
          </InputAdornment>
        )
      }
    />
  )
}

/** Finds the first row of a table or grid by its `data-row` attribute; none while the list is busy loading. */
function firstRowIn(id: string): HTMLElement | null {
  const shown = document.getElementById(id)
  return shown?.querySelector('[aria-busy=true]') ? null : (shown?.querySelector<HTMLElement>('[data-row]') ?? null)
}
