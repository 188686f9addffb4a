import type { ExportProfile, ExportRequest } from '@pim/contract'

/** What goes into a file of items, as it is chosen on a screen. */
export interface ExportDraft {
  readonly typeName: string
  readonly format: ExportRequest['format']
  readonly delimiter: ExportRequest['delimiter']
  readonly layout: ExportRequest['layout']
  readonly values: ExportRequest['values']
  /** Undefined: every one. */
  readonly variationIds: readonly string[] | undefined
  /** Undefined: every one. */
  readonly fieldNames: readonly string[] | undefined
  readonly withChannels: boolean
  /** Undefined: ids. */
  readonly references: ExportRequest['references'] | undefined
  /** The language of labels as headings; undefined: technical names. */
  readonly headingLanguageCode: string | undefined
  /** Undefined: documents. */
  readonly richTexts: ExportRequest['richTexts'] | undefined
}

export const newExportDraft = (typeName: string): ExportDraft => ({
  typeName,
  format: 'xlsx',
  delimiter: ',',
  layout: 'items',
  values: 'own',
  variationIds: undefined,
  fieldNames: undefined,
  withChannels: false,
  references: undefined,
  headingLanguageCode: undefined,
  richTexts: undefined,
})

/** The request without what is as usual. */
export const exportRequestOf = (draft: ExportDraft, selection?: ExportRequest['selection']): ExportRequest => ({
  ...exportProfileOf(draft),
  ...(selection && { selection }),
})

/** What is chosen, for all items of the type. */
export function exportProfileOf(draft: ExportDraft): ExportProfile {
  const { typeName, format, delimiter, layout, values, variationIds, fieldNames, withChannels, references } = draft
  const { headingLanguageCode, richTexts } = draft
  return {
    technicalContentTypeName: typeName,
    format,
    delimiter,
    layout,
    values,
    ...(variationIds && { variationIds: [...variationIds] }),
    ...(fieldNames && { technicalFieldNames: [...fieldNames] }),
    withChannels,
    ...(references && { references }),
    ...(headingLanguageCode && { headingLanguageCode }),
    ...(richTexts && { richTexts }),
  }
}

/** The choices of a request again. */
export const exportDraftOf = (request: ExportProfile): ExportDraft => ({
  typeName: request.technicalContentTypeName,
  format: request.format,
  delimiter: request.delimiter,
  layout: request.layout,
  values: request.values,
  variationIds: request.variationIds,
  fieldNames: request.technicalFieldNames,
  withChannels: request.withChannels,
  references: request.references,
  headingLanguageCode: request.headingLanguageCode,
  richTexts: request.richTexts,
})
