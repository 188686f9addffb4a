export { contentItemHandlers } from './handlers.ts'
export { createItem, deleteItem, purgeItem, renameItem, restoreItem } from './service.ts'
