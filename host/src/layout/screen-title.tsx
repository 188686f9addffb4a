import { PageTitle } from '@pim/ui'
import { useTranslation } from 'react-i18next'
import { type Section, screenAt } from '../remotes/sections.ts'
import { useSectionText, useSectionTitle } from '../remotes/use-section-title.ts'

interface ScreenTitleProps {
  section: Section | undefined
  pathname: string
}

/**
 * The title of the document from the section's static half, before its code and where that does not come. It is mounted once and
 * before every screen, because React puts the title that is mounted last in front, and that is then the screen's own.
 */
export function ScreenTitle({ section, pathname }: ScreenTitleProps) {
  const { t } = useTranslation()
  const textOf = useSectionText()
  const titleOf = useSectionTitle()
  if (!section) return <title>{t('shell.title')}</title>
  const screen = screenAt(section, pathname)
  return <PageTitle>{(screen && textOf(section, screen.titleKey)) ?? titleOf(section)}</PageTitle>
}
