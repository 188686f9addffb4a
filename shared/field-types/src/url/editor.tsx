import OpenInNewIcon from '@mui/icons-material/OpenInNew'
import { IconButton, InputAdornment, Tooltip } from '@mui/material'
import { useTranslation } from 'react-i18next'
import { judgeWebAddress } from '../core/href.ts'
import type { EditorProps } from '../frame/field-view.ts'
import { LineInput } from '../frame/line-input.tsx'
import { asText, orNull } from '../frame/use-typed.ts'

export function UrlEditor(props: EditorProps) {
  const { t } = useTranslation()
  const address = asText(props.value)
  const open = judgeWebAddress(address.trim()) === 'good' && (
    <InputAdornment position="end">
      <Tooltip title={t('fieldTypes.url.open')}>
        <IconButton
          size="small"
          edge="end"
          href={address.trim()}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={t('fieldTypes.url.open')}
        >
          <OpenInNewIcon fontSize="small" />
        </IconButton>
      </Tooltip>
    </InputAdornment>
  )
  return (
    <LineInput
      control={props}
      text={address}
      onType={(text) => props.onChange(orNull(text))}
      input={{ inputMode: 'url', spellCheck: false, autoCapitalize: 'off', autoComplete: 'off' }}
      endAdornment={open}
    />
  )
}
