import {
  Autocomplete,
  Checkbox,
  FormControl,
  FormControlLabel,
  FormGroup,
  FormHelperText,
  FormLabel,
  MenuItem,
  Stack,
  TextField,
} from '@mui/material'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { DraftProps } from './schedule-draft.ts'
import { useScheduleWords } from './use-schedule-words.ts'

const frequencies = ['hour', 'day', 'week'] as const
const minutes = [0, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55]

/** When a schedule runs. */
export function TimesFields({ draft, isWrong, onChange }: DraftProps) {
  const { t } = useTranslation()
  const { dayName, weekdays } = useScheduleWords()
  const zones = useMemo(() => [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])], [])
  const { every, weekdays: chosen } = draft
  return (
    <>
      <TextField
        select
        label={t('exchange.schedule.every')}
        value={every}
        onChange={({ target }) => onChange({ every: frequencies.find((each) => each === target.value) ?? 'day' })}
      >
        {frequencies.map((each) => (
          <MenuItem key={each} value={each}>
            {t(`exchange.schedule.every.${each}`)}
          </MenuItem>
        ))}
      </TextField>
      {every === 'week' && (
        <FormControl component="fieldset" error={isWrong('weekdays')}>
          <FormLabel component="legend">{t('exchange.schedule.weekdays')}</FormLabel>
          <FormGroup row>
            {weekdays.map((day) => (
              <FormControlLabel
                key={day}
                control={
                  <Checkbox
                    checked={chosen.includes(day)}
                    onChange={(_, isChecked) =>
                      onChange({ weekdays: isChecked ? [...chosen, day] : chosen.filter((each) => each !== day) })
                    }
                  />
                }
                label={dayName(day)}
              />
            ))}
          </FormGroup>
          {isWrong('weekdays') && <FormHelperText>{t('exchange.schedule.weekdaysMissing')}</FormHelperText>}
        </FormControl>
      )}
      {every === 'hour' ? (
        <TextField
          select
          label={t('exchange.schedule.minute')}
          value={draft.minute}
          onChange={({ target }) => onChange({ minute: Number(target.value) })}
        >
          {[...new Set([...minutes, draft.minute])]
            .sort((one, other) => one - other)
            .map((minute) => (
              <MenuItem key={minute} value={minute}>
                {String(minute).padStart(2, '0')}
              </MenuItem>
            ))}
        </TextField>
      ) : (
        <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 2 }}>
          <TextField
            type="time"
            required
            label={t('exchange.schedule.at')}
            value={draft.at}
            onChange={({ target }) => onChange({ at: target.value })}
            error={isWrong('at')}
            helperText={isWrong('at') ? t('exchange.schedule.atMissing') : undefined}
            slotProps={{ inputLabel: { shrink: true } }}
            sx={{ minWidth: 140 }}
          />
          <Autocomplete
            disableClearable
            fullWidth
            options={zones}
            value={draft.timeZone}
            onChange={(_, timeZone) => onChange({ timeZone })}
            noOptionsText={t('ui.filter.none')}
            renderInput={(input) => <TextField {...input} label={t('exchange.schedule.timeZone')} />}
          />
        </Stack>
      )}
    </>
  )
}
