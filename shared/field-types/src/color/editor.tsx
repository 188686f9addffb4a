import { Box, InputAdornment } from '@mui/material'
import { useTranslation } from 'react-i18next'
import type { EditorProps } from '../frame/field-view.ts'
import { LineInput } from '../frame/line-input.tsx'
import { asText, orNull } from '../frame/use-typed.ts'
import type { ColorSettings } from './model.ts'

const opaque = (value: string): string => (/^#[0-9a-f]{6}/i.test(value) ? value.slice(0, 7) : '#000000')

/** The code is the input; the swatch opens the browser's own palette, which leaves transparency as it was. */
export function ColorEditor(props: EditorProps<ColorSettings>) {
  const { t } = useTranslation()
  const { onChange, isReadOnly } = props
  const text = asText(props.value)
  const palette = (
    <InputAdornment position="start">
      <Box
        component="input"
        type="color"
        value={opaque(text)}
        disabled={isReadOnly}
        aria-label={t('fieldTypes.color.choose')}
        onChange={(event) => onChange(event.target.value + text.slice(7))}
        sx={{ width: 24, height: 24, p: 0, border: 0, borderRadius: 1, background: 'none', cursor: 'pointer' }}
      />
    </InputAdornment>
  )
  return (
    <LineInput
      control={props}
      text={text}
      onType={(typed) => onChange(orNull(typed))}
      input={{ spellCheck: false, autoComplete: 'off', placeholder: '#rrggbb' }}
      startAdornment={palette}
      sx={{ maxWidth: 220, fontVariantNumeric: 'tabular-nums' }}
    />
  )
}
