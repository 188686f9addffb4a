import { ApiError } from '@pim/api-client'
import type { PartProblem } from '@pim/contract'
import { useTranslation } from 'react-i18next'
import { useProblemText } from '../quotas.ts'
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
  'ALREADY_RUNNING',
  'UNAVAILABLE',
  'OUTCOME_UNKNOWN',
])

/** Why a step was refused, in the user's words: never what the server says to developers. */
export function useProblemWords(words?: PlanWords, typeName = '') {
  const wordsOf = usePartProblemWords(words, typeName)
  return (failure: unknown): string => wordsOf(failure instanceof ApiError ? failure.problem : undefined)
}

/** The same for one part of a batch. */
export function usePartProblemWords(words?: PlanWords, typeName = '') {
  const { t } = useTranslation()
  const quotaText = useProblemText()
  const nameOf = (name: string) => {
    if (words && typeName !== '') return words.fieldName(typeName, name)
    return name === 'deliveryTargets' ? t('kit.channels.label') : name
  }
  return (problem: PartProblem | undefined): string => {
    if (problem?.quota) return quotaText({ ...problem, traceId: '' }) ?? t('kit.problem.other')
    if (!problem || !told.has(problem.code)) return t('kit.problem.other')
    const fields = (problem.fieldErrors ?? []).map(({ technicalFieldName }) => nameOf(technicalFieldName))
    return t(`kit.problem.${problem.code}`, { fields: [...new Set(fields)].join(', '), count: fields.length })
  }
}
