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
    /** The content item that it is about, as it is called now; left out where there is none, or none any more. */
    contentItem: z.object({ contentItemId: idSchema, name: z.string(), isDeleted: z.boolean() }).optional(),
  })
  .meta({ id: 'AuditEntry' })
export type AuditEntry = z.infer<typeof auditEntrySchema>
export const auditPageSchema = pageOf(auditEntrySchema).meta({ id: 'AuditPage' })
