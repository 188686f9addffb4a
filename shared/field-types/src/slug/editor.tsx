import MakeIcon from '@mui/icons-material/AutoFixHigh'
import { IconButton, InputAdornment, Tooltip } from '@mui/material'
import { useTranslation } from 'react-i18next'
import { useFieldServices } from '../frame/field-services.tsx'
import type { EditorProps } from '../frame/field-view.ts'
import { LineInput } from '../frame/line-input.tsx'
import { asText, orNull } from '../frame/use-typed.ts'
import type { SlugSettings } from './model.ts'
import { slugFrom } from './slug-from.ts'

export function SlugEditor(props: EditorProps<SlugSettings>) {
  const { t } = useTranslation()
  const { fieldValue } = useFieldServices()
  const { settings, onChange, isReadOnly } = props
  const { sourceField, maxLength } = settings
  const make = sourceField !== undefined && fieldValue !== undefined && !isReadOnly && (
    <InputAdornment position="end">
      <Tooltip title={t('fieldTypes.slug.make')}>
        <IconButton
          size="small"
          edge="end"
          aria-label={t('fieldTypes.slug.make')}
          onClick={() => onChange(orNull(slugFrom(asText(fieldValue(sourceField)), maxLength)))}
        >
          <MakeIcon fontSize="small" />
        </IconButton>
      </Tooltip>
    </InputAdornment>
  )
  return (
    <LineInput
      control={props}
      text={asText(props.value)}
      onType={(text) => onChange(orNull(text))}
      input={{ spellCheck: false, autoCapitalize: 'off' }}
      endAdornment={make}
    />
  )
}
