import { entryFieldSchema } from '@pim/contract/content-model/schemas.ts'
import { z } from 'zod'
import { defineEntriesFieldType, entriesShape } from '../core/entries-field-type.ts'

const settingsSchema = z
  .strictObject({ fields: z.array(entryFieldSchema).max(50).default([]), ...entriesShape })
  .refine(({ min, max }) => min <= max, { error: 'min is more than max', path: ['min'] })
export type GroupSettings = z.output<typeof settingsSchema>

/** Fields that belong together, as often as needed. A group may hold a group, and that one more. */
export const group = defineEntriesFieldType<GroupSettings>({
  type: 'group',
  settingsSchema,
  fieldsKey: 'fields',
  fieldsOf: (settings) => settings.fields,
  mayHold: (room) => room.canBeNested,
  deepest: 3,
})
