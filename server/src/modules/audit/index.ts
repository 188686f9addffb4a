export { type AuditRecord, eraseDetails, record, recordAll, recordChange } from './audit-entry.repository.ts'
export { auditHandlers } from './handlers.ts'
export type { DescribeItems } from './service.ts'
