import ArrowDropDownIcon from '@mui/icons-material/ArrowDropDown'
import CloseIcon from '@mui/icons-material/Close'
import {
  Box,
  Button,
  ButtonGroup,
  Checkbox,
  ListItemText,
  MenuItem,
  MenuList,
  Popover,
  Typography,
} from '@mui/material'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SearchField } from './search-field.tsx'

interface FilterChipProps {
  /** What is filtered by: "Status". */
  label: string
  /** What is wanted, read on from the label: "Published or Draft"; `undefined` while nothing is. */
  value: string | undefined
  /** Left out: something has to be chosen, so there is nothing to clear. */
  onClear?: (() => void) | undefined
  /** What opens under the chip. */
  children: (close: () => void) => ReactNode
}

/** One clause of the sentence that a list's filters read as. */
export function FilterChip({ label, value, onClear, children }: FilterChipProps) {
  const { t } = useTranslation()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const id = useId()
  const close = () => setAnchor(null)
  const isWanted = value !== undefined && onClear !== undefined
  return (
    <>
      <ButtonGroup size="small" variant="outlined" color={isWanted ? 'primary' : 'inherit'} sx={{ height: 32 }}>
        <Button
          id={id}
          aria-haspopup="dialog"
          aria-expanded={Boolean(anchor)}
          onClick={(event) => setAnchor(event.currentTarget)}
          endIcon={isWanted ? undefined : <ArrowDropDownIcon />}
          sx={{
            fontWeight: 500,
            color: isWanted ? 'primary.main' : 'text.primary',
            borderColor: 'divider',
            maxWidth: 320,
          }}
        >
          {label}
          {value && (
            <Typography component="span" variant="body2" noWrap sx={{ fontWeight: 600, ml: 0.75 }}>
              {value}
            </Typography>
          )}
        </Button>
        {isWanted && (
          <Button
            aria-label={t('ui.filter.clear', { label })}
            onClick={onClear}
            sx={{ px: 0.5, minWidth: '28px !important', borderColor: 'divider' }}
          >
            <CloseIcon fontSize="inherit" />
          </Button>
        )}
      </ButtonGroup>
      <Popover
        open={Boolean(anchor)}
        anchorEl={anchor}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': label, sx: { mt: 0.5, minWidth: 220, maxWidth: 360 } } }}
      >
        {children(close)}
      </Popover>
    </>
  )
}

export interface FilterOption {
  value: string
  label: string
  /** Drawn before the label: a dot, a swatch. */
  adornment?: ReactNode
}

interface FilterMenuProps {
  label: string
  options: readonly FilterOption[]
  selected: readonly string[]
  onChange: (selected: string[]) => void
  /** `false`: choosing one closes the menu and lets go of the last. */
  multiple?: boolean
  /** One is always chosen: there is nothing to clear. */
  isRequired?: boolean
}

const manyOptions = 8

/** A filter whose values are a list to choose from. */
export function FilterMenu({
  label,
  options,
  selected,
  onChange,
  multiple = true,
  isRequired = false,
}: FilterMenuProps) {
  const { t, i18n } = useTranslation()
  const [search, setSearch] = useState('')
  const chosen = options.filter(({ value }) => selected.includes(value)).map((option) => option.label)
  const value = chosen.length ? new Intl.ListFormat(i18n.language, { type: 'disjunction' }).format(chosen) : undefined
  const wanted = search.toLocaleLowerCase(i18n.language)
  const shown = options.filter((option) => option.label.toLocaleLowerCase(i18n.language).includes(wanted))
  return (
    <FilterChip label={label} value={value} onClear={isRequired ? undefined : () => onChange([])}>
      {(close) => (
        <>
          {options.length > manyOptions && (
            <Box sx={{ p: 1, pb: 0 }}>
              <SearchField label={t('ui.filter.search')} value={search} onChange={setSearch} delay={0} width="100%" />
            </Box>
          )}
          <MenuList
            role="listbox"
            aria-label={label}
            aria-multiselectable={multiple}
            autoFocusItem={options.length <= manyOptions}
            sx={{ maxHeight: 320, overflow: 'auto' }}
          >
            {shown.map((option) => {
              const isSelected = selected.includes(option.value)
              return (
                <MenuItem
                  key={option.value}
                  role="option"
                  aria-selected={isSelected}
                  dense
                  onClick={() => {
                    if (multiple) {
                      onChange(
                        isSelected ? selected.filter((one) => one !== option.value) : [...selected, option.value],
                      )
                    } else {
                      onChange(isSelected && !isRequired ? [] : [option.value])
                      close()
                    }
                  }}
                >
                  {multiple && (
                    <Checkbox
                      edge="start"
                      checked={isSelected}
                      tabIndex={-1}
                      slotProps={{ input: { 'aria-hidden': true } }}
                    />
                  )}
                  {option.adornment}
                  <ListItemText>{option.label}</ListItemText>
                </MenuItem>
              )
            })}
          </MenuList>
          {shown.length === 0 && (
            <Typography color="textSecondary" sx={{ px: 2, pb: 2 }}>
              {t('ui.filter.none')}
            </Typography>
          )}
        </>
      )}
    </FilterChip>
  )
}
