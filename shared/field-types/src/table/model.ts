import { fieldSchema } from '@pim/contract/content-model/schemas.ts'
import { z } from 'zod'
import { defineEntriesFieldType, entriesShape } from '../core/entries-field-type.ts'

const columnSchema = fieldSchema.pick({
  technicalName: true,
  friendlyName: true,
  helpText: true,
  type: true,
  required: true,
  settings: true,
})

const settingsSchema = z
  .strictObject({ columns: z.array(columnSchema).max(30).default([]), ...entriesShape })
  .refine(({ min, max }) => min <= max, { error: 'min is more than max', path: ['min'] })
export type TableSettings = z.output<typeof settingsSchema>

/** Rows of simple values. */
export const table = defineEntriesFieldType<TableSettings>({
  type: 'table',
  settingsSchema,
  fieldsKey: 'columns',
  fieldsOf: (settings) => settings.columns,
  mayHold: (room) => room.canBeColumn,
  // A table inside a group is as deep as the group; what depth there may be, the group says.
  deepest: Number.POSITIVE_INFINITY,
})
