import type { ExportRequest } from '@pim/contract'

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
})

/** The request without what is as usual. */
export function exportRequestOf(draft: ExportDraft, selection?: ExportRequest['selection']): ExportRequest {
  const { typeName, format, delimiter, layout, values, variationIds, fieldNames, withChannels } = draft
  return {
    technicalContentTypeName: typeName,
    ...(selection && { selection }),
    format,
    delimiter,
    layout,
    values,
    ...(variationIds && { variationIds: [...variationIds] }),
    ...(fieldNames && { technicalFieldNames: [...fieldNames] }),
    withChannels,
  }
}
