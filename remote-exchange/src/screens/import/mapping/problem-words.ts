import { variationCode } from '@pim/content-kit'
import type { ContentType, ImportColumnTarget, Variation } from '@pim/contract'
import { inLanguage } from '@pim/contract/core/language.ts'
import type { TFunction } from 'i18next'
import type { MappingProblem } from './mapping-draft.ts'

/** What is wrong with a mapping, as a sentence. */
export function problemWords(
  problem: MappingProblem,
  type: ContentType,
  variations: readonly Variation[],
  t: TFunction,
  language: string,
): string {
  const fieldName = (technicalName: string) =>
    inLanguage(
      type.fields.find((field) => field.technicalName === technicalName)?.friendlyName,
      language,
      technicalName,
    )
  const placeName = (target: ImportColumnTarget): string => {
    if (target.kind !== 'field') return t(`exchange.place.${target.kind}`)
    const variation = variations.find(({ variationId }) => variationId === target.variationId)
    const name = fieldName(target.technicalFieldName)
    return variation ? `${name} (${variationCode(variation)})` : name
  }
  if (problem.code === 'onePlace') {
    const columns = new Intl.ListFormat(language).format(problem.columns.map((column) => `“${column}”`))
    return t('exchange.problem.onePlace', { columns, place: placeName(problem.target) })
  }
  if (problem.code === 'keyWithoutColumn')
    return t('exchange.problem.keyWithoutColumn', { field: fieldName(problem.keyField) })
  if (problem.code === 'keyIsFixed') return t('exchange.problem.keyIsFixed', { column: problem.column })
  return t(`exchange.problem.${problem.code}`)
}
