export { jobsHandlers } from './handlers.ts'
