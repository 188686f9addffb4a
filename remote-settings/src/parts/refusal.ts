import type { ApiError } from '@pim/api-client'
import { isOvertaken } from '@pim/api-client/seen-version'
import { useProblemText } from '@pim/content-kit'
import { useTranslation } from 'react-i18next'

/** Why nothing was taken away, in words for the person who asked for it. */
export function useRefusedRemoval() {
  const { t } = useTranslation()
  return ({ problem }: ApiError): string =>
    isOvertaken(problem) ? t('settings.overtakenRemoval') : (problem?.message ?? t('settings.notSaved'))
}

/** Why a change was not saved, in words for the person who made it. */
export function useRefusal() {
  const { t } = useTranslation()
  const problemText = useProblemText()
  return ({ problem }: ApiError): string =>
    isOvertaken(problem) ? t('settings.overtaken') : (problemText(problem) ?? t('settings.notSaved'))
}
