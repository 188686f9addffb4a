import {
  Checkbox,
  FormControl,
  FormControlLabel,
  FormHelperText,
  FormLabel,
  MenuItem,
  Radio,
  RadioGroup,
  TextField,
} from '@mui/material'
import type { ContentType } from '@pim/contract'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { ContentTypeField } from '../content-type-field.tsx'
import type { ExportDraft } from './export-draft.ts'

const formats = ['xlsx', 'csv', 'jsonl'] as const
const layouts = ['items', 'variations'] as const

interface ExportPartProps {
  draft: ExportDraft
  onChange: (change: Partial<ExportDraft>) => void
}

export function ExportType({ types, draft, onChange }: ExportPartProps & { types: readonly ContentType[] }) {
  const { t } = useTranslation()
  return (
    <ContentTypeField
      types={types}
      value={draft.typeName}
      helperText={t('kit.export.typeHelp')}
      onChange={(typeName) => onChange({ typeName, fieldNames: undefined })}
    />
  )
}

/** The kind of file, and what a row of it is. */
export function ExportFormat({ draft, onChange }: ExportPartProps) {
  const { t } = useTranslation()
  const formatId = useId()
  return (
    <>
      <FormControl>
        <FormLabel id={formatId}>{t('kit.export.format')}</FormLabel>
        <RadioGroup
          row
          aria-labelledby={formatId}
          value={draft.format}
          onChange={(_, value) => onChange({ format: formats.find((each) => each === value) ?? 'xlsx' })}
        >
          {formats.map((each) => (
            <FormControlLabel
              key={each}
              value={each}
              control={<Radio size="small" />}
              label={t(`kit.export.format.${each}`)}
            />
          ))}
        </RadioGroup>
      </FormControl>
      <TextField
        select
        label={t('kit.export.layout')}
        value={draft.layout}
        onChange={({ target }) => onChange({ layout: layouts.find((each) => each === target.value) ?? 'items' })}
        fullWidth
      >
        {layouts.map((each) => (
          <MenuItem key={each} value={each}>
            {t(`kit.export.layout.${each}`)}
          </MenuItem>
        ))}
      </TextField>
    </>
  )
}

/** Whether inherited values go into the file, and what that means for bringing it in again. */
export function ExportValues({ draft, onChange }: ExportPartProps) {
  const { t } = useTranslation()
  const isShown = draft.values === 'effective'
  return (
    <FormControl>
      <FormControlLabel
        control={
          <Checkbox checked={isShown} onChange={(_, checked) => onChange({ values: checked ? 'effective' : 'own' })} />
        }
        label={t('kit.export.effective')}
      />
      <FormHelperText>{t(isShown ? 'kit.export.effectiveHelp' : 'kit.export.ownHelp')}</FormHelperText>
    </FormControl>
  )
}
