import { roles } from '@pim/contract/core/roles.ts'
import { settingValueSchema } from '@pim/contract/sections/setting-values.ts'
import { z } from 'zod'

/**
 * An export of a tenant is a tar of, in this order:
 *
 * - `manifest.json`: whose it is, and the tables with their columns
 * - `files.jsonl`: one line for each file that a row names
 * - `files/<key>`: the bytes of the file
 * - `rows/<number>-<table>.jsonl`: the rows of a table, one a line, without the tenant; those that others refer to come first
 * - `complete.json`: how much it was, and files that the store did not have. Without it the export was cut off.
 */
export const exportFormat = 1

export const manifestEntry = 'manifest.json'
export const fileListEntry = 'files.jsonl'
export const filePrefix = 'files/'
export const rowsPrefix = 'rows/'
export const completeEntry = 'complete.json'

const aboutSchema = z.object({
  externalId: z.string(),
  friendlyName: z.string(),
  featureToggles: z.record(z.string(), z.boolean()),
  deliveryTargets: z.array(z.string()),
  permissionRoles: z.record(z.string(), z.enum(roles)).default({}),
  settings: z.record(z.string(), settingValueSchema).default({}),
  channelDetails: z.record(
    z.string(),
    z.object({ friendlyName: z.record(z.string(), z.string()), variationIds: z.array(z.string()) }),
  ),
})
/** What a tenant is opened with. */
export type ExportedTenant = z.output<typeof aboutSchema>

export const manifestSchema = z.object({
  format: z.literal(exportFormat),
  madeAt: z.string(),
  /** The last migration of the version that made it: rows go into a database of the same one only. */
  migration: z.string(),
  tenant: aboutSchema,
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
})
export type ExportManifest = z.output<typeof manifestSchema>

export const exportedFileSchema = z.object({
  /** Below the tenant. */
  key: z.string(),
  mimeType: z.string(),
  byteSize: z.number().int(),
})
export type ExportedFile = z.output<typeof exportedFileSchema>

export const completeSchema = z.object({
  rowCount: z.number().int(),
  fileCount: z.number().int(),
  missingFiles: z.array(z.string()),
})
export type ExportEnd = z.output<typeof completeSchema>

/** What cannot be imported; the message says what to do and is shown without a stack trace. */
export class ImportRefused extends Error {
  override readonly name = 'ImportRefused'
}
