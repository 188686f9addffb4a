import { useTranslation } from 'react-i18next'

/**
 * The words for the code of a problem, the same in all sections, with the names of what it is about. A code of a newer server, and
 * a call without an answer, have general ones.
 */
export function useProblemCodeText() {
  const { t } = useTranslation()
  return (code: string | undefined, names: readonly string[] = []): string => {
    const text = t([`shell.problem.${code}`, 'shell.problem.other'])
    return names.length === 0 ? text : t('shell.problem.about', { text, names: [...new Set(names)].join(', ') })
  }
}
