import { ApiError } from '@pim/api-client'
import { useTranslation } from 'react-i18next'
import type { PlanWords } from './issue-words.ts'

/** The problems of steps and plans that have a sentence of their own. */
const told: ReadonlySet<string> = new Set([
  'FORBIDDEN',
  'NOT_FOUND',
  'INVALID_TRANSITION',
  'VERSION_CONFLICT',
  'PLAN_OUTDATED',
  'PRECONDITION_FAILED',
  'UNIQUENESS_CONFLICT',
  'STILL_NEEDED',
  'VALIDATION_FAILED',
  'RATE_LIMITED',
  'UNAVAILABLE',
  'OUTCOME_UNKNOWN',
])

/** Why a step was refused, in the user's words: never what the server says to developers. */
export function useProblemWords(words?: PlanWords, typeName = '') {
  const { t } = useTranslation()
  return (failure: unknown): string => {
    const problem = failure instanceof ApiError ? failure.problem : undefined
    if (!problem || !told.has(problem.code)) return t('content.step.failed')
    const fields = (problem.fieldErrors ?? []).map(({ technicalFieldName }) =>
      words && typeName !== '' ? words.fieldName(typeName, technicalFieldName) : technicalFieldName,
    )
    return t(`content.problem.${problem.code}`, { fields: [...new Set(fields)].join(', '), count: fields.length })
  }
}
