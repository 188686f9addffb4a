export { searchHandlers } from './handlers.ts'
export { search } from './service.ts'
