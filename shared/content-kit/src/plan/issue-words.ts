import type { ContentType, Field, PlanIssue, PlannedVariation, Variation } from '@pim/contract'
import { inLanguage } from '@pim/contract/core/language.ts'
import { validateField } from '@pim/field-types'
import { issueMessage } from '@pim/field-types/react'
import { useTranslation } from 'react-i18next'
import { useChannels } from '../channels.ts'
import { languageOfValue, variationCode } from '../variations.ts'

/** Types and variations, for the friendly names of what a plan names by ids. */
export interface PlanNames {
  readonly types: readonly ContentType[]
  readonly variations: readonly Variation[]
}

const itself: ReadonlySet<string> = new Set([
  'REQUIRED',
  'NOT_LIVE',
  'STILL_NEEDED',
  'INVALID_TRANSITION',
  'DELETED',
  'BROKEN_LINK',
  'NOT_ALLOWED',
  'STILL_LINKED',
  'NOT_UNIQUE',
  'TARGET_NOT_LIVE',
  'LINKED_FROM',
  'LOSES_VALUE',
  'HELD_BACK',
  'NO_CHANNEL',
])

/** Names of fields and variations, and what a plan says of them as sentences. What the server wrote is never shown. */
export function usePlanWords({ types, variations }: PlanNames) {
  const { t, i18n } = useTranslation()
  const { channelNames } = useChannels()
  const languageOf = (field: Field, variationId: string) => languageOfValue(field, variationId, variations)
  const variationName = (variationId: string | undefined | null): string => {
    const found = variations.find((each) => each.variationId === variationId)
    return found ? variationCode(found) : t('kit.plan.otherVariation')
  }
  const fieldOf = (typeName: string, technicalFieldName: string | undefined) =>
    types
      .find(({ technicalName }) => technicalName === typeName)
      ?.fields.find(({ technicalName }) => technicalName === technicalFieldName?.split(/[.[]/)[0])
  const fieldName = (typeName: string, technicalFieldName: string): string =>
    inLanguage(fieldOf(typeName, technicalFieldName)?.friendlyName, i18n.language, technicalFieldName)
  /** Why a value does not fit its field: by the field's own rules, which the browser knows too. */
  const reasonOf = (row: PlannedVariation, { code, technicalFieldName }: PlanIssue): string | undefined => {
    const field = fieldOf(row.technicalContentTypeName, technicalFieldName)
    const value = row.fields.find((each) => each.technicalFieldName === technicalFieldName)?.after?.value
    const found = field && validateField(field, value ?? null).find((each) => each.code === code)
    return field && found ? issueMessage(t, field, found) : undefined
  }
  const issueText = (row: PlannedVariation, issue: PlanIssue): string => {
    const { code, technicalFieldName = '', sourceVariationId, allowedActions = [], itemCount = 0 } = issue
    const field = fieldName(row.technicalContentTypeName, technicalFieldName)
    if (!itself.has(code)) {
      const reason = reasonOf(row, issue)
      return reason ? t('kit.issue.invalid', { field, reason }) : t('kit.issue.other', { field })
    }
    const steps = allowedActions.map((step) => t(`kit.plan.stepName.${step}`))
    return t(`kit.issue.${code}`, {
      field,
      variation: variationName(row.variationId),
      source: variationName(sourceVariationId),
      count: itemCount,
      context: code === 'INVALID_TRANSITION' && steps.length === 0 ? 'none' : '',
      channels: channelNames(issue.deliveryTargets ?? []),
      steps: new Intl.ListFormat(i18n.language, { type: 'disjunction' }).format(steps),
    })
  }
  return { variationName, languageOf, fieldName, fieldOf, issueText }
}

export type PlanWords = ReturnType<typeof usePlanWords>
