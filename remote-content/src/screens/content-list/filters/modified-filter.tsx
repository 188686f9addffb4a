import { Divider, MenuItem, MenuList, Stack, TextField } from '@mui/material'
import { FilterChip } from '@pim/ui'
import { useTranslation } from 'react-i18next'
import { dayInWords, isDay } from '../../../parts/item-list/days.ts'
import { type ListState, modifiedWithin } from '../../../parts/item-list/list-state.ts'

interface ModifiedFilterProps {
  state: ListState
  onChange: (change: Partial<ListState>) => void
  startsOpen?: boolean
  onClose?: () => void
}

/** Changed lately, or between two days. */
export function ModifiedFilter({ state, onChange, startsOpen, onClose }: ModifiedFilterProps) {
  const { t, i18n } = useTranslation()
  const { modifiedWithin: span, modifiedFrom, modifiedTo } = state
  const none = { modifiedWithin: undefined, modifiedFrom: undefined, modifiedTo: undefined }
  const between = [modifiedFrom && 'from', modifiedTo && 'to'].filter(Boolean).join('')
  const value = span
    ? t(`content.filter.within.${span}`)
    : between &&
      t(`content.filter.modified.${between}`, {
        from: modifiedFrom && dayInWords(modifiedFrom, i18n.language),
        to: modifiedTo && dayInWords(modifiedTo, i18n.language),
      })
  return (
    <FilterChip
      label={t('content.filter.modified')}
      value={value || undefined}
      onClear={() => onChange(none)}
      startsOpen={startsOpen}
      onClose={onClose}
    >
      {(close) => (
        <>
          <MenuList autoFocusItem role="listbox" aria-label={t('content.filter.modified')}>
            {modifiedWithin.map((each) => (
              <MenuItem
                key={each}
                dense
                role="option"
                aria-selected={each === span}
                selected={each === span}
                onClick={() => {
                  onChange({ ...none, modifiedWithin: each })
                  close()
                }}
              >
                {t(`content.filter.within.${each}`)}
              </MenuItem>
            ))}
          </MenuList>
          <Divider />
          <Stack direction="row" useFlexGap sx={{ gap: 1, p: 1.5, flexWrap: 'wrap' }}>
            {(['modifiedFrom', 'modifiedTo'] as const).map((end) => (
              <TextField
                key={end}
                type="date"
                label={t(`content.filter.${end}`)}
                value={state[end] ?? ''}
                onChange={({ target }) => {
                  if (target.value === '' || isDay(target.value))
                    onChange({ modifiedWithin: undefined, [end]: target.value || undefined })
                }}
                slotProps={{ inputLabel: { shrink: true }, htmlInput: { max: '9999-12-31' } }}
                sx={{ flex: '1 1 130px' }}
              />
            ))}
          </Stack>
        </>
      )}
    </FilterChip>
  )
}
