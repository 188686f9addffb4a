import { ToggleButton, ToggleButtonGroup } from '@mui/material'
import { useTranslation } from 'react-i18next'
import { browserStore } from '../preferences/browser-storage.ts'
import { useShellParts } from '../shell-context.ts'
import { keepLanguage, languages } from './languages.ts'
import { isPseudoLanguage } from './pseudo-language.ts'

export function LanguageSwitch({ userId }: { userId: string }) {
  const { t, i18n } = useTranslation()
  const { feedback, language } = useShellParts()
  const shown = isPseudoLanguage(i18n.language) ? [...languages, { tag: i18n.language, name: 'Pseudo' }] : languages

  const choose = async (tag: string) => {
    if (await language.show(tag)) keepLanguage(browserStore, userId, tag)
    else feedback.feedback.error(t('shell.language.failed'))
  }

  return (
    <ToggleButtonGroup
      exclusive
      fullWidth
      size="small"
      value={i18n.language}
      aria-label={t('shell.language.label')}
      onChange={(_, chosen: string | null) => chosen && void choose(chosen)}
    >
      {shown.map(({ tag, name }) => (
        <ToggleButton key={tag} value={tag} lang={tag}>
          {name}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}
