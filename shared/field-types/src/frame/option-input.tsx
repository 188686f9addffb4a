import { Autocomplete, Chip, TextField } from '@mui/material'
import { languageAttributes } from '@pim/contract/core/text-direction.ts'
import type { HTMLAttributes, Key, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type Option, optionColor, optionLabelIn } from '../core/option.ts'
import { fold } from '../core/text.ts'
import type { ControlProps } from './field-view.ts'
import { LabelText } from './label-text.tsx'
import { OptionDot } from './option-dot.tsx'
import { useSame } from './use-same.ts'

/** More than these at once nobody reads; typing brings the others. */
const maxShown = 100

interface OptionListProps {
  readonly control: ControlProps
  readonly options: readonly Option[]
  readonly languageCode: string
}

/** Finds by label and by code, without minding case or accents. */
const useOptions = ({ options, languageCode }: OptionListProps) => {
  const codes = options.map((option) => option.code)
  const labelOf = (code: string) => optionLabelIn(options, code, languageCode)
  const label = (code: string): string => labelOf(code).text
  const find = (all: string[], { inputValue }: { inputValue: string }): string[] => {
    const wanted = fold(inputValue)
    return all.filter((code) => fold(`${label(code)} ${code}`).includes(wanted)).slice(0, maxShown)
  }
  const draw = ({ key, ...item }: HTMLAttributes<HTMLLIElement> & { key: Key }, code: string): ReactNode => (
    <li key={key} {...item}>
      <OptionDot color={optionColor(options, code)} />
      <LabelText label={labelOf(code)} />
    </li>
  )
  return { codes, label, labelOf, find, draw }
}

interface OptionInputProps extends OptionListProps {
  readonly chosen: string | null
  onChoose(code: string | null): void
}

/** A code that is no option any more is shown as it is, until another one is chosen. */
export function OptionInput(props: OptionInputProps) {
  const { t } = useTranslation()
  const { control, chosen, onChoose } = props
  const { codes, label, labelOf, find, draw } = useOptions(props)
  return (
    <Autocomplete
      id={control.id}
      options={chosen === null || codes.includes(chosen) ? codes : [chosen, ...codes]}
      value={chosen}
      onChange={(_, code) => onChoose(code)}
      getOptionLabel={label}
      filterOptions={find}
      renderOption={draw}
      readOnly={control.isReadOnly}
      noOptionsText={t('fieldTypes.choose.none')}
      openText={t('fieldTypes.choose.open')}
      closeText={t('fieldTypes.choose.close')}
      clearText={t('fieldTypes.choose.clear')}
      size="small"
      autoHighlight
      renderInput={(params) => (
        <OptionField params={params} control={control} tag={chosen === null ? undefined : labelOf(chosen).tag} />
      )}
      sx={{ maxWidth: 480 }}
    />
  )
}

interface OptionsInputProps extends OptionListProps {
  readonly chosen: readonly string[]
  onChoose(codes: string[]): void
}

export function OptionsInput(props: OptionsInputProps) {
  const { t } = useTranslation()
  const { control, chosen, onChoose } = props
  const { codes, label, labelOf, find, draw } = useOptions(props)
  const value = useSame(chosen)
  return (
    <Autocomplete
      id={control.id}
      multiple
      disableCloseOnSelect
      options={[...chosen.filter((code) => !codes.includes(code)), ...codes]}
      value={value}
      onChange={(_, now) => onChoose(now)}
      getOptionLabel={label}
      renderValue={(codesChosen, getItemProps) =>
        codesChosen.map((code, index) => {
          const { key, ...item } = getItemProps({ index })
          return <Chip key={key} size="small" label={<LabelText label={labelOf(code)} />} {...item} />
        })
      }
      filterOptions={find}
      renderOption={draw}
      readOnly={control.isReadOnly}
      noOptionsText={t('fieldTypes.choose.none')}
      openText={t('fieldTypes.choose.open')}
      closeText={t('fieldTypes.choose.close')}
      clearText={t('fieldTypes.choose.clearAll')}
      size="small"
      autoHighlight
      renderInput={(params) => <OptionField params={params} control={control} />}
    />
  )
}

type Params = Parameters<NonNullable<Parameters<typeof Autocomplete>[0]['renderInput']>>[0]

function OptionField({ params, control, tag }: { params: Params; control: ControlProps; tag?: string | undefined }) {
  const htmlInput = {
    ...params.slotProps.htmlInput,
    // Of the chosen label, and of what is typed in its place.
    ...languageAttributes(tag),
    'aria-describedby': control.describedBy,
    'aria-label': control.label,
  }
  return <TextField {...params} error={control.isInvalid} slotProps={{ ...params.slotProps, htmlInput }} hiddenLabel />
}
