export {
  type AuditRecord,
  eraseDetails,
  findLastEntries,
  record,
  recordAll,
  recordChange,
  recordChanges,
} from './audit-entry.repository.ts'
export { auditHandlers } from './handlers.ts'
export type { DescribeItems } from './service.ts'
