import { Box, ListItemText, MenuItem, MenuList, Typography } from '@mui/material'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FilterChip } from './filter-chip.tsx'
import { SearchField } from './search-field.tsx'
import { Tick } from './tick.tsx'

export interface FilterOption {
  value: string
  label: string
  /** Drawn before the label, such as a status dot or a colour swatch. */
  adornment?: ReactNode
}

interface FilterMenuProps {
  label: string
  /** `undefined` while they load. */
  options: readonly FilterOption[] | undefined
  selected: readonly string[]
  onChange: (selected: string[]) => void
  /** `false`: only one value can be chosen, and choosing it closes the menu. */
  multiple?: boolean
  /** At least one value is always chosen, so there is no button to clear. */
  isRequired?: boolean
  /** Called when the menu opens, so that options can be fetched only then. */
  onOpen?: () => void
  onClose?: (() => void) | undefined
  startsOpen?: boolean | undefined
}

const maxOptionsWithoutSearch = 8
/** Rendering thousands of options would block the page, and a search finds the rest. */
const maxShownOptions = 100

/** A filter by values from a list of options. From nine options on, the list has a search field. */
export function FilterMenu(props: FilterMenuProps) {
  const { label, options = [], selected, onChange, isRequired = false, onOpen, onClose, startsOpen } = props
  const { i18n } = useTranslation()
  const chosen = selected.length > 0 ? options.filter(({ value }) => selected.includes(value)) : []
  const value =
    chosen.length > 0
      ? new Intl.ListFormat(i18n.language, { type: 'disjunction' }).format(chosen.map((option) => option.label))
      : undefined
  return (
    <FilterChip
      label={label}
      value={value}
      onClear={isRequired ? undefined : () => onChange([])}
      onOpen={onOpen}
      onClose={onClose}
      startsOpen={startsOpen}
    >
      {(close) => <OptionList {...props} onDone={close} />}
    </FilterChip>
  )
}

function OptionList(props: FilterMenuProps & { onDone: () => void }) {
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
