import CloseIcon from '@mui/icons-material/Close'
import SearchIcon from '@mui/icons-material/Search'
import { IconButton, InputAdornment, TextField } from '@mui/material'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

interface SearchFieldProps {
  /** What is searched, which is also the field's name: "Search content". */
  label: string
  value: string
  onChange: (value: string) => void
  /** Milliseconds of quiet before a change is told; default 250. Enter tells it at once. */
  delay?: number
  /** The id of what shows the rows that are found: the down arrow leads to the first of them. */
  controls?: string
  width?: number | string
}

export function SearchField({ label, value, onChange, delay = 250, controls, width = 260 }: SearchFieldProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(value)
  const told = useRef(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  // A value set from elsewhere (the back button, a cleared filter) wins; one that we told ourselves is old news.
  if (told.current !== value) {
    told.current = value
    if (typed !== value) setTyped(value)
  }
  useEffect(() => () => clearTimeout(timer.current), [])

  const tell = (text: string) => {
    clearTimeout(timer.current)
    told.current = text
    if (text !== value) onChange(text)
  }
  const type = (text: string) => {
    setTyped(text)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => tell(text), delay)
  }

  return (
    <TextField
      type="search"
      placeholder={label}
      value={typed}
      onChange={(event) => type(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') tell(typed)
        if (event.key === 'ArrowDown' && controls !== undefined) {
          event.preventDefault()
          // Rows that what was typed is about to take away are nowhere to go to.
          if (typed === value) firstRowIn(controls)?.focus()
          else tell(typed)
        }
        if (event.key === 'Escape' && typed) {
          event.stopPropagation()
          setTyped('')
          tell('')
        }
      }}
      sx={{ width, maxWidth: '100%', '& input::-webkit-search-cancel-button': { display: 'none' } }}
      slotProps={{
        htmlInput: { 'aria-label': label, 'aria-controls': controls, enterKeyHint: 'search' },
        input: {
          startAdornment: (
            <InputAdornment position="start">
              <SearchIcon fontSize="small" />
            </InputAdornment>
          ),
          endAdornment: typed && (
            <InputAdornment position="end">
              <IconButton
                size="small"
                edge="end"
                aria-label={t('ui.search.clear')}
                onClick={() => {
                  setTyped('')
                  tell('')
                }}
              >
                <CloseIcon fontSize="inherit" />
              </IconButton>
            </InputAdornment>
          ),
        },
      }}
    />
  )
}

/** Rows of tables and tiles of grids carry the same mark; while newer ones are under way there is none to go to. */
function firstRowIn(id: string): HTMLElement | null {
  const shown = document.getElementById(id)
  return shown?.querySelector('[aria-busy=true]') ? null : (shown?.querySelector<HTMLElement>('[data-row]') ?? null)
}
