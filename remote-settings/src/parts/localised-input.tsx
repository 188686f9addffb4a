import AddIcon from '@mui/icons-material/Add'
import { Button, Menu, MenuItem, Stack, TextField } from '@mui/material'
import { useVariations } from '@pim/content-kit'
import type { LocalizedText } from '@pim/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

interface LocalisedInputProps {
  label: string
  value: LocalizedText | undefined
  onChange: (value: LocalizedText) => void
  isReadOnly?: boolean
  isRequired?: boolean
  lines?: number
}

/** A text in several languages: those that it is in, and a way to the others that the tenant writes in. */
export function LocalisedInput({
  label,
  value = {},
  onChange,
  isReadOnly,
  isRequired,
  lines = 1,
}: LocalisedInputProps) {
  const { t, i18n } = useTranslation()
  const { variations } = useVariations()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const written = Object.keys(value)
  const shown = written.length > 0 ? written : [i18n.language]
  const others = [...new Set([i18n.language, ...(variations ?? []).map(({ languageCode }) => languageCode)])].filter(
    (language) => !shown.includes(language),
  )
  return (
    <Stack sx={{ gap: 1.5 }}>
      {shown.map((language, at) => (
        <TextField
          key={language}
          label={t('settings.type.inLanguage', { label, language })}
          required={isRequired === true && at === 0}
          value={value[language] ?? ''}
          onChange={(event) => onChange({ ...value, [language]: event.target.value })}
          multiline={lines > 1}
          minRows={lines}
          slotProps={{ htmlInput: { maxLength: 2_000, readOnly: isReadOnly === true, lang: language } }}
        />
      ))}
      {others.length > 0 && !isReadOnly && (
        <>
          <Button
            size="small"
            startIcon={<AddIcon />}
            aria-haspopup="menu"
            aria-expanded={Boolean(anchor)}
            onClick={(event) => setAnchor(event.currentTarget)}
            sx={{ alignSelf: 'flex-start' }}
          >
            {t('settings.type.addLanguage', { label })}
          </Button>
          <Menu anchorEl={anchor} open={Boolean(anchor)} onClose={() => setAnchor(null)}>
            {others.map((language) => (
              <MenuItem
                key={language}
                onClick={() => {
                  setAnchor(null)
                  onChange({ ...value, [language]: '' })
                }}
              >
                {language}
              </MenuItem>
            ))}
          </Menu>
        </>
      )}
    </Stack>
  )
}
