export { checkItems, type Fault } from './bulk/check-items.ts'
export { type ContentUpkeep, createContentUpkeep } from './bulk/content-upkeep.ts'
export { makeIndexAnew, rebuildIndex } from './bulk/rebuild-index.ts'
export { type BulkChanges, createBulkChanges } from './bulk-changes/bulk-changes.ts'
export { bulkChangeHandlers } from './bulk-changes/handlers.ts'
export { type ExportSources, exportItems } from './exports/export-items.ts'
export { exportHandlers } from './exports/handlers.ts'
export { contentItemHandlers, contentVariationHandlers } from './handlers.ts'
export { importHandlers } from './imports/handlers.ts'
export { readDocuments } from './operations/read-documents.ts'
export { readListedFields } from './operations/read-listed-fields.ts'
export { readRowValues } from './operations/read-row-values.ts'
export { publishPlanHandlers } from './plans/handlers.ts'
export {
  countItemsByChannel,
  describeItems,
  findItemsKeepingBinary,
  findItemsWithBinary,
} from './store/item-usage.repository.ts'
export { contentTables } from './store/variation-table.repository.ts'
