import type { ApiError } from '@pim/api-client'
import { isOvertaken } from '@pim/api-client/seen-version'
import { useTranslation } from 'react-i18next'

/** Why a change was not saved, in words for the person who made it. */
export function useRefusal() {
  const { t } = useTranslation()
  return ({ problem }: ApiError): string =>
    isOvertaken(problem) ? t('settings.overtaken') : (problem?.message ?? t('settings.notSaved'))
}
