export { type ContentUpkeep, createContentUpkeep } from './bulk/content-upkeep.ts'
export { contentItemHandlers, contentVariationHandlers } from './handlers.ts'
export { describeItems, findItemsWithBinary } from './store/item-usage.repository.ts'
export { contentTables } from './store/variation-table.repository.ts'
