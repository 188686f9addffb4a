export { type AuditRecord, record, recordAll } from './audit-entry.repository.ts'
export { auditHandlers } from './handlers.ts'
export type { DescribeItems } from './service.ts'
