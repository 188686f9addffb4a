import type { FieldType } from '@pim/contract'
import { z } from 'zod'
import { allowed, changeBy, least, most } from './change.ts'
import { entryEdits } from './entry-edits.ts'
import {
  defineFieldType,
  type FieldTypeModel,
  type Reference,
  type ReferenceAllowance,
  type Scope,
} from './field-type-model.ts'
import { membership, presence, sameness } from './filter.ts'
import { report, type ValueIssue, wrongType } from './issue.ts'
import { shortList } from './list.ts'
import { entriesOf } from './reading.ts'

/** Whether the thing is there, and of a kind that the settings allow, only the server can say. */
const uuid = z.uuid()
export const referenceId = z.string(wrongType('an id')).superRefine((value, context) => {
  if (!uuid.safeParse(value).success) report(context, 'NOT_AN_ID', 'is not an id')
})

export const tidyId = (value: unknown): unknown =>
  typeof value === 'string' ? value.trim().toLowerCase() || null : value

const maxReferences = 500
const manyShape = {
  min: z.number().int().min(0).max(maxReferences).default(0),
  max: z.number().int().min(1).max(maxReferences).default(maxReferences),
}
interface ManySettings {
  min: number
  max: number
}

export interface ReferenceDescription {
  readonly one: FieldType
  readonly many: FieldType
  readonly kind: Reference['kind']
  /** What holds for every place of this type, whatever its settings. */
  readonly always?: ReferenceAllowance
  /** Settings that say which things may be chosen; every one a list that allows everything when left out. */
  readonly restrictions: Readonly<Record<string, z.ZodOptional<z.ZodArray<z.ZodType<string>>>>>
}

export interface ReferencePair {
  readonly one: FieldTypeModel<string, object>
  readonly many: FieldTypeModel<string[], ManySettings>
}

export const referenceFilter = (operators: FieldTypeModel['filter']['operators']) => ({
  column: 'ref' as const,
  operators,
  operandSchema: () => z.preprocess(tidyId, referenceId),
  operandKey: (operand: unknown) => ({ value: String(operand) }),
})

/** A type that holds the id of something else, and its twin that holds an ordered list of them. */
export const defineReferencePair = (description: ReferenceDescription): ReferencePair => {
  const { kind, restrictions, always } = description
  const restrictionChanges = Object.fromEntries(Object.keys(restrictions).map((key) => [key, allowed('everything')]))

  const allowedBy = (settings: object): { allows?: ReferenceAllowance } => {
    const chosen = Object.entries(settings).filter(([key, value]) => key in restrictions && value !== undefined)
    const allows: ReferenceAllowance = { ...always, ...Object.fromEntries(chosen) }
    return Object.keys(allows).length === 0 ? {} : { allows }
  }

  /** A place for items of a type that is not there could never be filled. */
  const checkSettings = (settings: object, { hasContentType }: Scope): ValueIssue[] => {
    const { contentTypeTechnicalNames: names = [] }: ReferenceAllowance = settings
    return names.flatMap((name, index) =>
      hasContentType === undefined || hasContentType(name)
        ? []
        : [
            {
              code: 'UNKNOWN_CONTENT_TYPE',
              message: `there is no content type ${name}`,
              path: `.contentTypeTechnicalNames[${index}]`,
              params: { name },
            },
          ],
    )
  }

  const one = defineFieldType<string, object>({
    type: description.one,
    settingsSchema: z.strictObject(restrictions),
    checkSettings,
    settingsChange: changeBy<object>(restrictionChanges),
    valueSchema: () => referenceId,
    normalise: tidyId,
    filter: referenceFilter([...sameness, ...presence]),
    indexKeys: (value) => ({ refs: [{ kind, id: value }] }),
    references: (value, settings) => [{ kind, id: value, path: '', ...allowedBy(settings) }],
    searchText: () => '',
    readingParts: kind === 'concept' ? ['path'] : [],
  })

  const many = defineFieldType<string[], ManySettings>({
    type: description.many,
    settingsSchema: z
      .strictObject({ ...restrictions, ...manyShape })
      .refine(({ min, max }) => min <= max, { error: 'min is more than max', path: ['min'] }),
    checkSettings,
    settingsChange: changeBy<ManySettings>({ ...restrictionChanges, min: least, max: most }),
    valueSchema: ({ min, max }) =>
      shortList(referenceId, maxReferences, {
        expected: 'a list of ids',
        tooMany: `holds more than ${maxReferences}`,
      }).superRefine((value, context) => {
        if (value.length < min) report(context, 'TOO_FEW', `holds fewer than ${min}`, { min })
        if (value.length > max) report(context, 'TOO_MANY', `holds more than ${max}`, { max })
      }),
    normalise: (value) => {
      if (!Array.isArray(value)) return value === '' ? null : value
      if (value.length > maxReferences * 10) return value
      const ids = [...new Set(value.map(tidyId).filter((entry) => entry !== null))]
      return ids.length === 0 ? null : ids
    },
    filter: referenceFilter([...membership, 'notIn', ...presence]),
    indexKeys: (value) => ({ refs: value.map((each) => ({ kind, id: each })) }),
    references: (value, settings) =>
      value.map((each, index) => ({ kind, id: each, path: `[${index}]`, ...allowedBy(settings) })),
    plainText: (value) => value.join(', '),
    searchText: () => '',
    isList: true,
    readingParts: kind === 'concept' ? ['list', 'path'] : ['list'],
    readText: (text, reading) => entriesOf(text, reading),
    toText: (value) => value.join(', '),
    edits: entryEdits,
  })

  return { one, many }
}
