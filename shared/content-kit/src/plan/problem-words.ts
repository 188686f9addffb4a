import { ApiError } from '@pim/api-client'
import type { PartProblem } from '@pim/contract'
import { useTranslation } from 'react-i18next'
import { useProblemCodeText } from '../problem-code-text.ts'
import { useProblemText } from '../problem-text.ts'
import type { PlanWords } from './issue-words.ts'

/** Why a step was refused, in the user's words: never what the server says to developers. */
export function useProblemWords(words?: PlanWords, typeName = '') {
  const wordsOf = usePartProblemWords(words, typeName)
  return (failure: unknown): string => wordsOf(failure instanceof ApiError ? failure.problem : undefined)
}

/** The same for one part of a batch. */
export function usePartProblemWords(words?: PlanWords, typeName = '') {
  const { t } = useTranslation()
  const quotaText = useProblemText()
  const textOf = useProblemCodeText()
  const nameOf = (name: string) => {
    if (words && typeName !== '') return words.fieldName(typeName, name)
    return name === 'deliveryTargets' ? t('kit.channels.label') : name
  }
  return (problem: PartProblem | undefined): string => {
    if (problem?.quota) return quotaText({ ...problem, traceId: '' }) ?? textOf(problem.code)
    const names = (problem?.fieldErrors ?? []).map(({ technicalFieldName }) => nameOf(technicalFieldName))
    return textOf(problem?.code, [...new Set(names)])
  }
}
