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
  /**
   * The options are found elsewhere: called with what is typed, and all `options` are shown. Left out, they are searched here.
   */
  readonly onSearch?: (text: string) => void
  /** Said below the list in place of what it says itself: why there is nothing, or what is shown instead. */
  readonly note?: string | undefined
  readonly onChange: (selected: string[]) => void
  readonly onDone: () => void
}

/** What opens from the button of a `FilterMenu`. */
export function OptionList(props: OptionListProps) {
  const { label, options, selected, onChange, multiple = true, isRequired = false, onSearch, note, onDone } = props
  const { t, i18n } = useTranslation()
  const [search, setSearch] = useState('')
  const searchText = search.toLocaleLowerCase(i18n.language)
  const isMatch = ({ label }: FilterOption) => label.toLocaleLowerCase(i18n.language).includes(searchText)
  const matching = (onSearch ? options : options?.filter(isMatch)) ?? []
  const isSearchable = onSearch !== undefined || (options !== undefined && options.length > maxOptionsWithoutSearch)
  const find = (text: string) => {
    setSearch(text)
    onSearch?.(text)
  }
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
          <SearchField
            label={t('ui.filter.search')}
            value={search}
            onChange={find}
            {...(!onSearch && { delay: 0 })}
            width="100%"
          />
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
        {note ?? (options ? matching.length === 0 && t('ui.filter.none') : t('ui.filter.loading'))}
        {matching.length > maxShownOptions && t('ui.filter.more', { count: matching.length - maxShownOptions })}
      </Typography>
    </>
  )
}
