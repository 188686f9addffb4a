import { z } from 'zod'
import { idSchema, pageOf, timeSchema } from '../core/primitives.ts'

/** One write of any kind: who did what to which thing. Never the values themselves; the history has those. */
export const auditEntrySchema = z
  .object({
    auditEntryId: idSchema,
    at: timeSchema,
    userId: z.string(),
    action: z.string(),
    entityKind: z.string(),
    entityId: z.string(),
    details: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'AuditEntry' })
export type AuditEntry = z.infer<typeof auditEntrySchema>
export const auditPageSchema = pageOf(auditEntrySchema).meta({ id: 'AuditPage' })
