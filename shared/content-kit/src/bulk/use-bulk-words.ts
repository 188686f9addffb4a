import { ApiError } from '@pim/api-client'
import type {
  BulkChange,
  BulkEdit,
  ContentType,
  Field,
  FieldError,
  ImportNote,
  PartProblem,
  Variation,
} from '@pim/contract'
import { inLanguage } from '@pim/contract/core/language.ts'
import { reasonKeys } from '@pim/contract/import/reason-keys.ts'
import { behaviourOf, factsOf } from '@pim/field-types'
import { useTranslation } from 'react-i18next'
import { useChannels } from '../channels.ts'
import { useProblemCodeText } from '../problem-code-text.ts'
import { useProblemText } from '../problem-text.ts'
import { languageOfValue, variationCode } from '../variations.ts'
import { useFileWords } from './use-file-words.ts'

/** The names of what a bulk change has by ids and technical names. */
export interface BulkNames {
  readonly types: readonly ContentType[]
  readonly variations: readonly Variation[]
}

const quotedLength = 60

type Described = Pick<BulkChange, 'source' | 'edits' | 'importedFile' | 'byPlan'> &
  Partial<Pick<BulkChange, 'marksTranslated'>>

/** What a bulk change is, and what stands in its way, in words. What the server wrote for developers is never shown. */
export function useBulkWords({ types, variations }: BulkNames) {
  const { t, i18n } = useTranslation()
  const { channelNames } = useChannels()
  const quotaText = useProblemText()
  const textOf = useProblemCodeText()
  const { fileReason, filePlace } = useFileWords()
  const find = (id: string | null | undefined) => variations.find(({ variationId }) => variationId === id)
  const variationName = (variationId: string | null | undefined): string => {
    const found = find(variationId)
    return found ? variationCode(found) : t('kit.bulk.otherVariation')
  }
  const languageOf = (field: Field | undefined, variationId: string | null) =>
    languageOfValue(field, variationId, variations)
  /** Without a type: the first one that has such a field. */
  const fieldOf = (typeName: string | null, technicalFieldName: string): Field | undefined =>
    types
      .filter(({ technicalName }) => typeName === null || technicalName === typeName)
      .flatMap(({ fields }) => fields)
      .find(({ technicalName }) => technicalName === technicalFieldName.split(/[.[]/)[0])
  const fieldName = (typeName: string | null, technicalFieldName: string): string => {
    if (technicalFieldName === '$name') return t('kit.bulk.field.name')
    if (technicalFieldName === '$deliveryTargets' || technicalFieldName === 'deliveryTargets')
      return t('kit.bulk.field.channels')
    if (technicalFieldName === '$publish') return t('kit.bulk.field.live')
    if (technicalFieldName === '$deleted') return t('kit.bulk.field.deleted')
    if (technicalFieldName === '$outdated') return t('kit.bulk.field.outdated')
    // A type that has no such field is told of by the name that others have for it.
    const field = fieldOf(typeName, technicalFieldName) ?? fieldOf(null, technicalFieldName)
    return inLanguage(field?.friendlyName, i18n.language, technicalFieldName)
  }
  const typeLabel = (typeName: string | null): string =>
    inLanguage(
      types.find(({ technicalName }) => technicalName === typeName)?.friendlyName,
      i18n.language,
      typeName ?? '',
    )

  const reasonOf = (typeName: string | null, { technicalFieldName, code, params = {} }: FieldError): string => {
    const field = fieldOf(typeName, technicalFieldName)
    if (code === 'NOT_READ') return fileReason({ ...params, code: String(params.reason ?? '') })
    return String(t([...reasonKeys({ code, params }, field?.type)], { ...params, defaultValue: textOf(undefined) }))
  }
  const fieldErrorText = (typeName: string | null, error: FieldError): string => {
    const reason = reasonOf(typeName, error)
    const { row, column } = error.params ?? {}
    // Of a file is said where it stands there.
    if (row !== undefined || column !== undefined) return filePlace(reason, { row, column })
    if (/^(?:body|query|params)\b/.test(error.technicalFieldName)) return reason
    const field = fieldName(typeName, error.technicalFieldName)
    return error.variationId
      ? t('kit.bulk.problem.inVariation', { field, variation: variationName(error.variationId), reason })
      : t('kit.bulk.problem.inField', { field, reason })
  }
  /** One sentence for each thing that is wrong. */
  const problemTexts = (problem: PartProblem | null | undefined, typeName: string | null = null): readonly string[] => {
    if (!problem) return [textOf(undefined)]
    if (problem.quota) return [quotaText({ ...problem, traceId: '' }) ?? textOf(problem.code)]
    const ofFields = (problem.fieldErrors ?? []).map((error) => fieldErrorText(typeName, error))
    if (ofFields.length > 0) return [...new Set(ofFields)]
    return [
      textOf(
        problem.code,
        (problem.usedBy ?? []).map(({ name }) => name),
      ),
    ]
  }
  /** What was left out of the cells of a file: a sentence for each cell. */
  const noteTexts = (notes: readonly ImportNote[]): readonly string[] => {
    const list = new Intl.ListFormat(i18n.language, { type: 'unit' })
    const times = new Intl.NumberFormat(i18n.language)
    const partOf = ({ kind, name, count }: ImportNote) => {
      const part = t(`kit.bulk.note.${kind}`, { name })
      return count > 1 ? t('kit.bulk.note.times', { part, times: times.format(count) }) : part
    }
    const cells = Map.groupBy(notes, ({ row, column }) => `${row} ${column}`)
    return [...cells.values()].flatMap((ofCell) => {
      const [first] = ofCell
      const reason = t('kit.bulk.note.leftOut', { parts: list.format(ofCell.map(partOf)) })
      return first ? filePlace(reason, first) : []
    })
  }
  const failureText = (failure: unknown): string =>
    problemTexts(failure instanceof ApiError ? failure.problem : undefined).join(' ')

  const quoted = (technicalFieldName: string, value: unknown): string | undefined => {
    const field = fieldOf(null, technicalFieldName)
    if (!field || !factsOf(field.type).isQuotable) return undefined
    const text = behaviourOf(field).plainText(value, i18n.language)
    return text.length > quotedLength ? `${text.slice(0, quotedLength)}…` : text
  }
  const stepsOf = ({ percent, add, round }: Extract<BulkEdit, { kind: 'calculate' }>): string => {
    const signed = (text: string) => (text.startsWith('-') ? text.replace('-', '−') : `+${text}`)
    const parts = [
      ...(percent ? [t('kit.bulk.calculate.percent', { percent: signed(percent) })] : []),
      ...(add ? [t('kit.bulk.calculate.add', { amount: signed(add) })] : []),
      ...(round ? [t('kit.bulk.calculate.round', { step: round.step, ending: round.ending })] : []),
    ]
    return new Intl.ListFormat(i18n.language, { type: 'unit' }).format(parts)
  }
  const editText = (edit: BulkEdit): string => {
    switch (edit.kind) {
      case 'channels':
        return [
          ...(edit.add?.length ? [t('kit.bulk.edit.addChannels', { channels: channelNames(edit.add) })] : []),
          ...(edit.remove?.length ? [t('kit.bulk.edit.removeChannels', { channels: channelNames(edit.remove) })] : []),
        ].join(', ')
      case 'copyValues':
        return t('kit.bulk.edit.copyValues', { variation: variationName(edit.fromVariationId) })
      default: {
        const field = fieldName(null, edit.technicalFieldName)
        if (edit.kind === 'set') {
          const value = quoted(edit.technicalFieldName, edit.value)
          return value === undefined
            ? t('kit.bulk.edit.set', { field })
            : t('kit.bulk.edit.setTo', { field, value: value })
        }
        if (edit.kind === 'replaceText')
          return t('kit.bulk.edit.replaceText', { field, find: edit.find, replaceBy: edit.replaceBy })
        if (edit.kind === 'append') return t('kit.bulk.edit.append', { field, text: edit.text.slice(0, quotedLength) })
        if (edit.kind === 'calculate') return t('kit.bulk.edit.calculate', { field, steps: stepsOf(edit) })
        return t(`kit.bulk.edit.${edit.kind}`, { field })
      }
    }
  }
  /** What it does, in a line: its edits, or where its rows come from. */
  const whatText = ({ source, edits, marksTranslated, importedFile, byPlan }: Described): string => {
    const done = [...edits.map(editText), ...(marksTranslated ? [t('kit.bulk.edit.markTranslated')] : [])]
    if (done.length > 0) return done.join('; ')
    if (importedFile) return t('kit.bulk.what.file', { file: importedFile.fileName })
    if (byPlan) return t('kit.bulk.what.plan')
    return t(source === 'undo' ? 'kit.bulk.what.undo' : 'kit.bulk.what.rows')
  }
  const title = ({ name, ...rest }: Described & Pick<BulkChange, 'name'>): string => name ?? whatText(rest)

  return {
    variationName,
    languageOf,
    fieldOf,
    fieldName,
    typeLabel,
    problemTexts,
    reasonOf,
    noteTexts,
    failureText,
    editText,
    whatText,
    title,
  }
}

export type BulkWords = ReturnType<typeof useBulkWords>
