import { Autocomplete, Box, TextField, Typography } from '@mui/material'
import { languageAttributes } from '@pim/contract/core/text-direction.ts'
import { MarkedStretches } from '@pim/ui'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ControlProps } from './field-view.ts'
import { Picture } from './reference-picture.tsx'
import { type Choice, type ReferenceSource, useSearch } from './reference-source.ts'

interface ReferencePickerProps {
  readonly control: ControlProps
  readonly source: ReferenceSource
  /** What is chosen already and so is not offered. */
  readonly taken: readonly string[]
  readonly label: string
  readonly icon: ReactNode
  onChoose(choice: Choice): void
}

const everything = (choices: Choice[]): Choice[] => choices

/** Finds things while one types; choosing one empties it for the next. */
export function ReferencePicker({ control, source, taken, label, icon, onChoose }: ReferencePickerProps) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const { choices, state } = useSearch(source, text, isOpen)
  const shownFor = text.trim() === '' ? undefined : choices[0]?.shownFor
  const nothing = state === 'failed' ? 'fieldTypes.choose.failed' : 'fieldTypes.choose.none'
  return (
    <Autocomplete<Choice>
      id={control.id}
      fullWidth
      value={null}
      inputValue={text}
      onInputChange={(_, typed, reason) => setText(reason === 'input' ? typed : '')}
      open={isOpen}
      onOpen={() => setOpen(true)}
      onClose={() => setOpen(false)}
      onChange={(_, choice) => choice && onChoose(choice)}
      options={choices.filter((choice) => !taken.includes(choice.id))}
      filterOptions={everything}
      {...(shownFor !== undefined && {
        groupBy: () => t('fieldTypes.choose.shownFor', { typed: text.trim(), shownFor }),
      })}
      getOptionLabel={(choice) => choice.name}
      getOptionKey={(choice) => choice.id}
      loading={state === 'searching' || state === 'idle'}
      loadingText={t('fieldTypes.choose.searching')}
      noOptionsText={t(nothing)}
      openText={t('fieldTypes.choose.open')}
      closeText={t('fieldTypes.choose.close')}
      size="small"
      blurOnSelect={false}
      clearOnBlur
      popupIcon={null}
      renderOption={({ key, ...props }, choice) => (
        <Box component="li" key={key} {...props} sx={{ gap: 1 }}>
          <Picture labelling={{ state: 'known', choice }} source={source} icon={icon} />
          <Box sx={{ minWidth: 0 }}>
            <Typography variant="body2" noWrap>
              <bdi {...languageAttributes(choice.languageTag)}>
                <MarkedStretches text={choice.name} marks={choice.nameMarks ?? []} />
              </bdi>
            </Typography>
            {choice.detail !== undefined && (
              <Typography variant="caption" color="textSecondary" noWrap component="div">
                {choice.detail}
              </Typography>
            )}
            {choice.foundBy && (
              <Typography variant="caption" color="textSecondary" noWrap component="div">
                <bdi>{choice.foundBy.label}</bdi>:{' '}
                <bdi>
                  <MarkedStretches text={choice.foundBy.text} marks={choice.foundBy.marks} />
                </bdi>
              </Typography>
            )}
          </Box>
        </Box>
      )}
      renderInput={(params) => (
        <TextField
          {...params}
          hiddenLabel
          placeholder={label}
          error={control.isInvalid}
          slotProps={{
            ...params.slotProps,
            htmlInput: {
              ...params.slotProps.htmlInput,
              'aria-label': label,
              'aria-describedby': control.describedBy,
            },
          }}
        />
      )}
    />
  )
}
