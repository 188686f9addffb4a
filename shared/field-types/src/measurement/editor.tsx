import { Autocomplete, Stack, TextField } from '@mui/material'
import { useTranslation } from 'react-i18next'
import { AmountInput, partOf } from '../frame/amount-input.tsx'
import type { EditorProps } from '../frame/field-view.ts'
import { asText } from '../frame/use-typed.ts'
import type { MeasurementSettings } from './model.ts'
import { familyOf, unitFamilies, unitSymbol, unitsOf } from './units.ts'

const unitsFor = ({ units, family }: MeasurementSettings): string[] =>
  units ?? (family === undefined ? unitFamilies.flatMap(unitsOf) : unitsOf(family))

export function MeasurementEditor(props: EditorProps<MeasurementSettings>) {
  const { t } = useTranslation()
  const { id, label, settings, value, onChange, isReadOnly } = props
  const units = unitsFor(settings)
  const given = asText(partOf(value, 'unit'))
  // Among units of many families none is likelier than another: whoever types the number chooses.
  const isAny = settings.family === undefined && settings.units === undefined
  const unit = given || settings.defaultUnit || (isAny ? '' : (units[0] ?? ''))
  const amount = partOf(value, 'amount') ?? null
  return (
    <Stack direction="row" sx={{ gap: 1 }}>
      <AmountInput
        control={props}
        id={id}
        label={[label, t('fieldTypes.measurement.amount')].filter(Boolean).join(', ')}
        amount={amount}
        onChange={(typed) => onChange(typed === null && given === '' ? null : { amount: typed, unit })}
      />
      <Autocomplete<string, false, boolean>
        options={given === '' || units.includes(given) ? units : [given, ...units]}
        value={unit === '' ? null : unit}
        disableClearable={unit !== ''}
        readOnly={isReadOnly || units.length === 1}
        {...(settings.family === undefined
          ? { groupBy: (code: string) => t(`fieldTypes.measurement.family.${familyOf(code) ?? ''}`) }
          : {})}
        getOptionLabel={unitSymbol}
        onChange={(_, chosen) => onChange({ amount, unit: chosen ?? '' })}
        size="small"
        noOptionsText={t('fieldTypes.choose.none')}
        openText={t('fieldTypes.choose.open')}
        closeText={t('fieldTypes.choose.close')}
        sx={{ width: 140 }}
        renderInput={(params) => (
          <TextField
            {...params}
            hiddenLabel
            placeholder={t('fieldTypes.measurement.unit')}
            slotProps={{
              ...params.slotProps,
              htmlInput: { ...params.slotProps.htmlInput, 'aria-label': t('fieldTypes.measurement.unit') },
            }}
          />
        )}
      />
    </Stack>
  )
}
