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
  width?: number | string
}

export function SearchField({ label, value, onChange, delay = 250, width = 260 }: SearchFieldProps) {
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
        if (event.key === 'Escape' && typed) {
          event.stopPropagation()
          setTyped('')
          tell('')
        }
      }}
      sx={{ width, maxWidth: '100%', '& input::-webkit-search-cancel-button': { display: 'none' } }}
      slotProps={{
        htmlInput: { 'aria-label': label, enterKeyHint: 'search' },
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
