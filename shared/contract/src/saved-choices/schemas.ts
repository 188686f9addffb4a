import { z } from 'zod'
import { filledText, idSchema, timeSchema, versionSchema } from '../core/primitives.ts'
import { exportProfileSchema } from '../export/schemas.ts'
import { importProfileSchema } from '../import/schemas.ts'

/** Ids of columns may be technical names of fields with a prefix. */
const columnId = z.string().min(1).max(200)

/**
 * How one looks at a list. `address`: search, filters and order as the address of the screen has them, which reads only what
 * it understands. `columns`: in their order; left out: as the list comes.
 */
export const listViewSchema = z
  .strictObject({
    address: z.string().max(8_000),
    columns: z.array(columnId).max(100).optional(),
    widths: z.record(columnId, z.number().int().min(1).max(5_000)).optional(),
  })
  .meta({ id: 'ListView' })
export type ListView = z.infer<typeof listViewSchema>

/** By kind, what is saved. */
const contents = {
  importProfile: importProfileSchema,
  exportProfile: exportProfileSchema,
  contentView: listViewSchema,
  mediaView: listViewSchema,
}
export const savedChoiceKinds = ['importProfile', 'exportProfile', 'contentView', 'mediaView'] as const
export type SavedChoiceKind = (typeof savedChoiceKinds)[number]
export const savedChoiceKindSchema = z.enum(savedChoiceKinds)

/** Names of one kind are unique among those that are shared, and among those of one person. */
const named = {
  name: filledText(200),
  /** Shared with everybody in the tenant; else its owner alone sees it. Sharing takes the role editor. */
  isShared: z.boolean().default(false),
}

/** What is saved, whole: a change replaces all of it but the kind. */
export const newSavedChoiceSchema = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('importProfile'), ...named, content: contents.importProfile }),
    z.strictObject({ kind: z.literal('exportProfile'), ...named, content: contents.exportProfile }),
    z.strictObject({ kind: z.literal('contentView'), ...named, content: contents.contentView }),
    z.strictObject({ kind: z.literal('mediaView'), ...named, content: contents.mediaView }),
  ])
  .meta({ id: 'NewSavedChoice' })
export type NewSavedChoice = z.infer<typeof newSavedChoiceSchema>

const stored = {
  savedChoiceId: idSchema,
  name: z.string(),
  isShared: z.boolean(),
  /** The id of the person who saved it first. */
  ownerId: z.string(),
  /** Whether the caller may change and delete it: its owner, who is an editor where it is shared, or an administrator. */
  mayChange: z.boolean(),
  version: versionSchema,
  changedAt: timeSchema,
  changedBy: z.string(),
}
export const savedChoiceSchema = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('importProfile'), ...stored, content: contents.importProfile }),
    z.object({ kind: z.literal('exportProfile'), ...stored, content: contents.exportProfile }),
    z.object({ kind: z.literal('contentView'), ...stored, content: contents.contentView }),
    z.object({ kind: z.literal('mediaView'), ...stored, content: contents.mediaView }),
  ])
  .meta({ id: 'SavedChoice' })
export type SavedChoice = z.infer<typeof savedChoiceSchema>
export type SavedChoiceOf<Kind extends SavedChoiceKind> = SavedChoice & { kind: Kind }
