import { z } from 'zod'
import { allowed, changeBy, most } from '../core/change.ts'
import { defineFieldType } from '../core/field-type-model.ts'
import { presence } from '../core/filter.ts'
import { mimeTypePattern } from '../core/mime-type.ts'
import { referenceFilter, referenceId, tidyId } from '../core/reference-field-type.ts'

const settingsSchema = z.strictObject({
  mimeTypes: z.array(mimeTypePattern).min(1).max(100).optional(),
  maxBytes: z.number().int().min(1).optional(),
})
export type BinarySettings = z.output<typeof settingsSchema>

/** The stored bytes of a media item. What they are, only the server can say. */
export const binary = defineFieldType<string, BinarySettings>({
  type: 'binary',
  canBeNested: false,
  settingsSchema,
  settingsChange: changeBy<BinarySettings>({ mimeTypes: allowed('everything'), maxBytes: most }),
  valueSchema: () => referenceId,
  normalise: tidyId,
  filter: referenceFilter(['equals', 'in', ...presence]),
  indexKeys: (value) => ({ refs: [{ kind: 'binary', id: value }] }),
  references: (value) => [{ kind: 'binary', id: value, path: '' }],
  searchText: () => '',
})
