import AddIcon from '@mui/icons-material/Add'
import { Button, Menu, MenuItem, Stack, TextField } from '@mui/material'
import type { LocalizedText } from '@pim/contract'
import { languageToWrite } from '@pim/contract/core/language.ts'
import { languageAttributes } from '@pim/contract/core/text-direction.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

export interface LocalizedInputProps {
  readonly label: string
  readonly value: LocalizedText | undefined
  readonly onChange: (value: LocalizedText) => void
  /** Language tags that the tenant writes in, its default first. */
  readonly languages: readonly string[]
  readonly isReadOnly?: boolean
  readonly isRequired?: boolean
  readonly lines?: number
  /** Moves the focus to the first of its inputs when it is drawn. */
  readonly autoFocus?: boolean
}

/** A text in several languages: those that it is in, and a way to the others that the tenant writes in. */
export function LocalizedInput(props: LocalizedInputProps) {
  const {
    label,
    value = {},
    onChange,
    languages,
    isReadOnly = false,
    isRequired = false,
    lines = 1,
    autoFocus = false,
  } = props
  const { t, i18n } = useTranslation()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [added, setAdded] = useState<string>()
  const written = Object.keys(value)
  const asked = languageToWrite(i18n.language, languages)
  const shown = written.length > 0 ? written : [asked]
  const others = [...new Set([asked, ...languages])].filter((language) => !shown.includes(language))
  return (
    <Stack sx={{ gap: 1.5 }}>
      {shown.map((language, at) => (
        <TextField
          key={language}
          autoFocus={language === added || (autoFocus && at === 0)}
          label={t('fieldTypes.language.labelIn', { label, language })}
          required={isRequired && at === 0}
          value={value[language] ?? ''}
          onChange={(event) => onChange({ ...value, [language]: event.target.value })}
          multiline={lines > 1}
          minRows={lines}
          slotProps={{ htmlInput: { maxLength: 2_000, readOnly: isReadOnly, ...languageAttributes(language) } }}
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
            sx={{ alignSelf: 'flex-start', textAlign: 'start' }}
          >
            {t('fieldTypes.language.add', { label })}
          </Button>
          <Menu anchorEl={anchor} open={Boolean(anchor)} onClose={() => setAnchor(null)}>
            {others.map((language) => (
              <MenuItem
                key={language}
                onClick={() => {
                  setAnchor(null)
                  setAdded(language)
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
