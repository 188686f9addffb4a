import { Box, ListItemText, MenuItem, MenuList, Typography } from '@mui/material'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SearchField } from './search-field.tsx'
import { Tick } from './tick.tsx'

const maxOptionsWithoutSearch = 8
/** Rendering thousands of options would block the page, and a search finds the rest. */
const maxShownOptions = 100

export interface FilterOption {
  value: string
  label: string
  /** Drawn before the label, such as a status dot or a colour swatch. */
  adornment?: ReactNode
}

export interface OptionListProps {
  readonly label: string
  /** `undefined` while they load. */
  readonly options: readonly FilterOption[] | undefined
  readonly selected: readonly string[]
  readonly multiple?: boolean
  readonly isRequired?: boolean
  readonly onChange: (selected: string[]) => void
  readonly onDone: () => void
}

/** What opens from the button of a `FilterMenu`. */
export function OptionList(props: OptionListProps) {
  const { label, options, selected, onChange, multiple = true, isRequired = false, onDone } = props
  const { t, i18n } = useTranslation()
  const [search, setSearch] = useState('')
  const searchText = search.toLocaleLowerCase(i18n.language)
  const matching = options?.filter((option) => option.label.toLocaleLowerCase(i18n.language).includes(searchText)) ?? []
  const isSearchable = options !== undefined && options.length > maxOptionsWithoutSearch
  const choose = (value: string) => {
    const isSelected = selected.includes(value)
    if (multiple) return onChange(isSelected ? selected.filter((one) => one !== value) : [...selected, value])
    onChange(isSelected && !isRequired ? [] : [value])
    onDone()
  }
  return (
    <>
      {isSearchable && (
        <Box sx={{ p: 1, pb: 0 }}>
          <SearchField label={t('ui.filter.search')} value={search} onChange={setSearch} delay={0} width="100%" />
        </Box>
      )}
      <MenuList
        role="listbox"
        aria-label={label}
        aria-multiselectable={multiple}
        autoFocusItem={!isSearchable}
        sx={{ maxHeight: 320, overflow: 'auto' }}
      >
        {matching.slice(0, maxShownOptions).map((option) => {
          const isSelected = selected.includes(option.value)
          return (
            <MenuItem
              key={option.value}
              role="option"
              aria-selected={isSelected}
              dense
              onClick={() => choose(option.value)}
            >
              {multiple && <Tick checked={isSelected} />}
              {option.adornment}
              <ListItemText>{option.label}</ListItemText>
            </MenuItem>
          )
        })}
      </MenuList>
      <Typography role="status" color="textSecondary" sx={{ px: 2, pb: 2, '&:empty': { p: 0 } }}>
        {!options && t('ui.filter.loading')}
        {options && matching.length === 0 && t('ui.filter.none')}
        {matching.length > maxShownOptions && t('ui.filter.more', { count: matching.length - maxShownOptions })}
      </Typography>
    </>
  )
}
