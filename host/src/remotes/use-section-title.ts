import { useTranslation } from 'react-i18next'
import type { Section } from './sections.ts'

/** The section's title from the bundle; its name, capitalised, where the bundle never came. */
export function useSectionTitle() {
  const { t } = useTranslation()
  return ({ name, titleKey }: Section) => t(titleKey, { defaultValue: name.slice(0, 1).toUpperCase() + name.slice(1) })
}
