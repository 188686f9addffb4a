import { useTranslation } from 'react-i18next'

interface NamedSection {
  section: string
  titleKey?: string | undefined
}

/** What a section is called on the screen; its technical name where it brings no title in this language. */
export function useSectionName() {
  const { t, i18n } = useTranslation()
  return ({ section, titleKey }: NamedSection): string =>
    titleKey !== undefined && i18n.exists(titleKey) ? t(titleKey) : section
}
