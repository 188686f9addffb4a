import { useTranslation } from 'react-i18next'
import type { Section } from './sections.ts'

/** Returns a function that gives the title of a section: its translation, else its capitalised name. */
export function useSectionTitle() {
  const { t } = useTranslation()
  return ({ name, titleKey }: Section) => t(titleKey, { defaultValue: name.slice(0, 1).toUpperCase() + name.slice(1) })
}
