import { Box, ListItemText, MenuItem, MenuList, Typography } from '@mui/material'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FilterChip } from './filter-chip.tsx'
import { SearchField } from './search-field.tsx'
import { Tick } from './tick.tsx'

export interface FilterOption {
  value: string
  label: string
  /** Drawn before the label: a dot, a swatch. */
  adornment?: ReactNode
}

interface FilterMenuProps {
  label: string
  /** Left out while they are on their way. */
  options: readonly FilterOption[] | undefined
  selected: readonly string[]
  onChange: (selected: string[]) => void
  /** `false`: choosing one closes the menu and lets go of the last. */
  multiple?: boolean
  /** One is always chosen: there is nothing to clear. */
  isRequired?: boolean
  /** For values that are only fetched when somebody wants to see them. */
  onOpen?: () => void
  onClose?: (() => void) | undefined
  startsOpen?: boolean | undefined
}

const manyOptions = 8
/** Nobody reads further down a menu; more of them would only make the page wait. */
const mostShown = 100

/** A filter whose values are a list to choose from. */
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
      {(close) => <Choices {...props} onDone={close} />}
    </FilterChip>
  )
}

function Choices(props: FilterMenuProps & { onDone: () => void }) {
  const { label, options, selected, onChange, multiple = true, isRequired = false, onDone } = props
  const { t, i18n } = useTranslation()
  const [search, setSearch] = useState('')
  const wanted = search.toLocaleLowerCase(i18n.language)
  const fitting = options?.filter((option) => option.label.toLocaleLowerCase(i18n.language).includes(wanted)) ?? []
  const isMany = options !== undefined && options.length > manyOptions
  const choose = (value: string) => {
    const isSelected = selected.includes(value)
    if (multiple) return onChange(isSelected ? selected.filter((one) => one !== value) : [...selected, value])
    onChange(isSelected && !isRequired ? [] : [value])
    onDone()
  }
  return (
    <>
      {isMany && (
        <Box sx={{ p: 1, pb: 0 }}>
          <SearchField label={t('ui.filter.search')} value={search} onChange={setSearch} delay={0} width="100%" />
        </Box>
      )}
      <MenuList
        role="listbox"
        aria-label={label}
        aria-multiselectable={multiple}
        autoFocusItem={!isMany}
        sx={{ maxHeight: 320, overflow: 'auto' }}
      >
        {fitting.slice(0, mostShown).map((option) => {
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
        {options && fitting.length === 0 && t('ui.filter.none')}
        {fitting.length > mostShown && t('ui.filter.more', { count: fitting.length - mostShown })}
      </Typography>
    </>
  )
}
