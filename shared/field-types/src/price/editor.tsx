import CloseIcon from '@mui/icons-material/Close'
import { Autocomplete, IconButton, InputAdornment, Stack, TextField, Tooltip } from '@mui/material'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AmountInput, partOf } from '../frame/amount-input.tsx'
import type { EditorProps } from '../frame/field-view.ts'
import { asText } from '../frame/use-typed.ts'
import { currencies } from './currencies.ts'
import type { PriceSettings } from './model.ts'

interface Entry {
  readonly amount: unknown
  readonly currency: string
}

const entriesIn = (value: unknown): Entry[] =>
  (Array.isArray(value) ? value : []).map((entry) => ({
    amount: partOf(entry, 'amount'),
    currency: asText(partOf(entry, 'currency')),
  }))

/** Currencies that the settings name each have their line; where none are named one adds them as needed. */
export function PriceEditor(props: EditorProps<PriceSettings>) {
  const { t } = useTranslation()
  const { id, settings, value, onChange, isReadOnly, label } = props
  const [added, setAdded] = useState<string>()
  const entries = entriesIn(value)
  const present = entries.map((entry) => entry.currency)
  const fixed = settings.currencies ?? []
  const lines = [...fixed, ...present.filter((currency) => !fixed.includes(currency))]
  const set = (currency: string, amount: unknown): void => {
    const isThere = present.includes(currency)
    const next = isThere
      ? entries.map((entry) => (entry.currency === currency ? { ...entry, amount } : entry))
      : [...entries, { amount, currency }]
    onChange(next.some((entry) => asText(entry.amount) !== '') || settings.currencies === undefined ? next : null)
  }
  const drop = (currency: string): void => {
    const next = entries.filter((entry) => entry.currency !== currency)
    onChange(next.length === 0 ? null : next)
  }
  return (
    <Stack sx={{ gap: 1 }}>
      {lines.map((currency, index) => (
        <Stack key={currency} direction="row" sx={{ gap: 0.5, alignItems: 'center' }}>
          <AmountInput
            control={props}
            autoFocus={currency === added}
            {...(index === 0 ? { id } : {})}
            label={[label, t('fieldTypes.price.amountIn', { currency })].filter(Boolean).join(', ')}
            amount={entries.find((entry) => entry.currency === currency)?.amount}
            end={<InputAdornment position="end">{currency}</InputAdornment>}
            onChange={(amount) => set(currency, amount)}
          />
          {!fixed.includes(currency) && !isReadOnly && (
            <Tooltip title={t('fieldTypes.list.remove')}>
              <IconButton
                size="small"
                aria-label={t('fieldTypes.list.removeOne', { name: currency })}
                onClick={() => drop(currency)}
              >
                <CloseIcon fontSize="inherit" />
              </IconButton>
            </Tooltip>
          )}
        </Stack>
      ))}
      {settings.currencies === undefined && !isReadOnly && (
        <Autocomplete
          options={currencies.filter((currency) => !present.includes(currency))}
          value={null}
          onChange={(_, currency) => {
            if (currency === null) return
            setAdded(currency)
            set(currency, null)
          }}
          clearOnBlur
          noOptionsText={t('fieldTypes.choose.none')}
          openText={t('fieldTypes.choose.open')}
          closeText={t('fieldTypes.choose.close')}
          size="small"
          sx={{ width: 200 }}
          renderInput={(params) => (
            <TextField
              {...params}
              hiddenLabel
              placeholder={t('fieldTypes.price.add')}
              slotProps={{
                ...params.slotProps,
                htmlInput: { ...params.slotProps.htmlInput, 'aria-label': t('fieldTypes.price.add') },
              }}
            />
          )}
        />
      )}
    </Stack>
  )
}

/** One amount in one currency, as filters ask for it. */
export function PriceOperand(props: EditorProps<PriceSettings>) {
  const { t } = useTranslation()
  const { id, label = '', settings, value, onChange } = props
  const options = settings.currencies ?? currencies
  const currency = asText(partOf(value, 'currency')) || options[0] || ''
  return (
    <Stack direction="row" sx={{ gap: 1 }}>
      <AmountInput
        control={props}
        id={id}
        label={label}
        amount={partOf(value, 'amount')}
        onChange={(amount) => onChange(amount === null ? null : { amount, currency })}
      />
      <Autocomplete
        options={[...options]}
        value={currency}
        disableClearable
        onChange={(_, chosen) => onChange({ amount: partOf(value, 'amount') ?? null, currency: chosen })}
        size="small"
        openText={t('fieldTypes.choose.open')}
        closeText={t('fieldTypes.choose.close')}
        sx={{ width: 120 }}
        renderInput={(params) => (
          <TextField
            {...params}
            hiddenLabel
            slotProps={{
              ...params.slotProps,
              htmlInput: { ...params.slotProps.htmlInput, 'aria-label': t('fieldTypes.price.currency') },
            }}
          />
        )}
      />
    </Stack>
  )
}
