import { useTranslation } from 'react-i18next'

/**
 * The text of a key that a section declares, or undefined where it has none. Asking by `t` and not by `exists` lets the shell fetch
 * the texts of other sections where they have not come yet.
 */
export function useDeclaredText(): (key: string | undefined) => string | undefined {
  const { t } = useTranslation()
  return (key) => {
    const text = key === undefined ? '' : t(key)
    return text === '' || text === key ? undefined : text
  }
}
