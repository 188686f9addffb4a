import AddIcon from '@mui/icons-material/Add'
import { Autocomplete, Box, Button, Popover, TextField, Typography } from '@mui/material'
import type { ContentType, Field } from '@pim/contract'
import { localised } from '@pim/shell'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'

/** What a list can be narrowed by beside the filters that are always there. */
export const generalFilters = ['modified', 'modifiedBy', 'completeness', 'overLive', 'deleted'] as const
export type GeneralFilter = (typeof generalFilters)[number]
export type AddedFilter = GeneralFilter | Field

interface AddFilterProps {
  general: readonly GeneralFilter[]
  types: readonly ContentType[]
  /** Types that the list is narrowed to: their fields come first. */
  chosenTypes: readonly string[]
  onAdd: (filter: AddedFilter) => void
}

interface Choice {
  readonly filter: AddedFilter
  readonly label: string
  readonly group: string
}

/** Opens on a list of everything else that can be asked: of the item, and of the fields of each type. */
export function AddFilter({ general, types, chosenTypes, onAdd }: AddFilterProps) {
  const { t, i18n } = useTranslation()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const isChosen = ({ technicalName }: ContentType) => chosenTypes.includes(technicalName)
  const choices: Choice[] = [
    ...general.map((filter) => ({ filter, label: t(`content.filter.${filter}`), group: t('content.filter.general') })),
    ...fieldChoices([...types.filter(isChosen), ...types.filter((type) => !isChosen(type))], i18n.language),
  ]
  return (
    <>
      <Button
        size="small"
        startIcon={<AddIcon />}
        aria-haspopup="dialog"
        aria-expanded={Boolean(anchor)}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {t('content.filter.add')}
      </Button>
      <Popover
        open={Boolean(anchor)}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': t('content.filter.add'), sx: { mt: 0.5 } } }}
      >
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
            getOptionKey={({ filter, group }) =>
              `${group}/${typeof filter === 'string' ? filter : filter.technicalName}`
            }
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
            onClose={(_, reason) => reason === 'escape' && setAnchor(null)}
            onChange={(_, { filter }) => {
              setAnchor(null)
              onAdd(filter)
            }}
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
      </Popover>
    </>
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
        label: localised(field.friendlyName, language, field.technicalName),
        group: localised(type.friendlyName, language, type.technicalName),
      })),
  )
}
