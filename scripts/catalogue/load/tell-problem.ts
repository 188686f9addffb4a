import type { PartProblem } from '@pim/contract'
import type { BundleItem, Failure } from '../bundle.ts'
import type { LoadReport } from './load-report.ts'
import type { FieldLookup } from './references.ts'

export const failureOf = ({ key, source }: BundleItem, message: string, place: Partial<Failure> = {}): Failure => ({
  subject: key,
  ...place,
  ...(source !== undefined && { source }),
  message,
})

interface ProblemPlaces {
  readonly fieldOf: FieldLookup
  /** Language by variation. */
  readonly languages: ReadonlyMap<string, string>
}

/**
 * Adds a refused item to the report: as not ready, where it lacks only what channels require; else as a failure for each field
 * that the problem names, or one for the whole item.
 */
export function tellProblem(
  { failures, unready }: LoadReport,
  item: BundleItem,
  { code, message, fieldErrors = [] }: PartProblem,
  { fieldOf, languages }: ProblemPlaces,
): void {
  const isUnready =
    fieldErrors.length > 0 &&
    fieldErrors.every(
      (error) =>
        error.code === 'REQUIRED' && Array.isArray(fieldOf(item.contentType, error.technicalFieldName)?.required),
    )
  if (isUnready) {
    const fields = [...new Set(fieldErrors.map(({ technicalFieldName }) => technicalFieldName))]
    unready.push({ subject: item.key, fields, ...(item.source !== undefined && { source: item.source }) })
    return
  }
  if (fieldErrors.length === 0) failures.push(failureOf(item, `${code}: ${message}`))
  for (const { technicalFieldName, message: fault, variationId } of fieldErrors) {
    const language = languages.get(variationId ?? '')
    failures.push(failureOf(item, fault, { field: technicalFieldName, ...(language !== undefined && { language }) }))
  }
}
