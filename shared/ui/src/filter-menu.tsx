import { useTranslation } from 'react-i18next'
import { FilterChip } from './filter-chip.tsx'
import { OptionList } from './on-demand.tsx'
import type { FilterOption } from './option-list.tsx'

export type { FilterOption }

interface FilterMenuProps {
  label: string
  /** `undefined` while they load. */
  options: readonly FilterOption[] | undefined
  selected: readonly string[]
  /** The selected ones, where `options` are only those that a search found. */
  chosen?: readonly FilterOption[]
  /** Has the options found elsewhere, by what is typed; they are all shown. */
  onSearch?: (text: string) => void
  note?: string | undefined
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

/** A filter by values from a list of options. From nine options on, the list has a search field. */
export function FilterMenu(props: FilterMenuProps) {
  const { label, options = [], selected, onChange, isRequired = false, onOpen, onClose, startsOpen } = props
  const { i18n } = useTranslation()
  const chosen = props.chosen ?? (selected.length > 0 ? options.filter(({ value }) => selected.includes(value)) : [])
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
