export { resourcesHandlers } from './handlers.ts'
