import { useTranslation } from 'react-i18next'
import { namespace } from '../boot/load-translations.ts'
import type { Section } from './sections.ts'

/**
 * Returns a function that gives a text of a section's static half, before any of its code: the server's in the language of the
 * screens, else the one that the build of the section has written, else `undefined`.
 */
export function useSectionText() {
  const { t, i18n } = useTranslation()
  return ({ strings = {} }: Section, key: string): string | undefined => {
    const { language } = i18n
    const known: unknown = i18n.getResource(language, namespace, key)
    if (typeof known === 'string') return known
    const built = strings[language]?.[key]
    return built ?? (i18n.exists(key) ? t(key) : strings[written]?.[key])
  }
}

/** The language that every section has. */
const written = 'en-US'

/** Returns a function that gives the title of a section, else its capitalised name. */
export function useSectionTitle() {
  const textOf = useSectionText()
  return (section: Section): string =>
    textOf(section, section.titleKey) ?? section.name.slice(0, 1).toUpperCase() + section.name.slice(1)
}
