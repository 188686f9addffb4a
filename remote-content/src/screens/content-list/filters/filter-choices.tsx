import { Autocomplete, Box, TextField, Typography } from '@mui/material'
import type { ContentType } from '@pim/contract'
import { inLanguage } from '@pim/contract/core/language.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { AddedFilter, GeneralFilter } from './added-filter.ts'

interface FilterChoicesProps {
  general: readonly GeneralFilter[]
  types: readonly ContentType[]
  /** Types that the list is narrowed to: their fields come first. */
  chosenTypes: readonly string[]
  onChoose: (filter: AddedFilter) => void
  onClose: () => void
}

interface Choice {
  readonly filter: AddedFilter
  readonly label: string
  readonly group: string
}

/** A list of everything else that can be asked: of the item, and of the fields of each type. */
export function FilterChoices({ general, types, chosenTypes, onChoose, onClose }: FilterChoicesProps) {
  const { t, i18n } = useTranslation()
  const isChosen = ({ technicalName }: ContentType) => chosenTypes.includes(technicalName)
  const choices: Choice[] = [
    ...general.map((filter) => ({ filter, label: t(`content.filter.${filter}`), group: t('content.filter.general') })),
    ...fieldChoices([...types.filter(isChosen), ...types.filter((type) => !isChosen(type))], i18n.language),
  ]
  return (
    <Box sx={{ p: 1, width: 300, maxWidth: '90vw' }}>
      <Autocomplete<Choice, false, true>
        open
        disableClearable
        autoHighlight
        forcePopupIcon={false}
        slots={{ popper: InPlace }}
        slotProps={{ paper: { elevation: 0 }, listbox: { sx: { maxHeight: '50vh', mx: -1 } } }}
        options={choices}
        groupBy={({ group }) => group}
        getOptionKey={({ filter, group }) => `${group}/${typeof filter === 'string' ? filter : filter.technicalName}`}
        renderGroup={({ key, group, children }) => (
          <Box component="li" key={key} role="presentation">
            <Typography
              component="div"
              variant="caption"
              color="textSecondary"
              role="presentation"
              sx={{ px: 2, pt: 1 }}
            >
              {group}
            </Typography>
            <Box component="ul" role="group" aria-label={group} sx={{ p: 0 }}>
              {children}
            </Box>
          </Box>
        )}
        noOptionsText={t('ui.filter.none')}
        onClose={(_, reason) => reason === 'escape' && onClose()}
        onChange={(_, { filter }) => onChoose(filter)}
        renderInput={(params) => (
          <TextField
            {...params}
            autoFocus
            hiddenLabel
            placeholder={t('content.filter.find')}
            slotProps={{
              ...params.slotProps,
              htmlInput: { ...params.slotProps.htmlInput, 'aria-label': t('content.filter.find') },
            }}
          />
        )}
      />
    </Box>
  )
}

interface InPlaceProps {
  children?: ReactNode | ((props: never) => ReactNode)
}

/** The choices stand in the popover itself, which is there for nothing else. */
const InPlace = ({ children }: InPlaceProps) => (typeof children === 'function' ? null : children)

/** A field that several types have alike is asked once for all of them, under the first. */
function fieldChoices(types: readonly ContentType[], language: string): Choice[] {
  const listed = new Set<string>()
  return types.flatMap((type) =>
    type.fields
      .filter(({ technicalName }) => !listed.has(technicalName) && listed.add(technicalName))
      .map((field) => ({
        filter: field,
        label: inLanguage(field.friendlyName, language, field.technicalName),
        group: inLanguage(type.friendlyName, language, type.technicalName),
      })),
  )
}
