import type { ContentType, ContentTypeInput, Field } from '@pim/contract'

export interface DraftField {
  /** Stays while the name is being changed. */
  readonly key: string
  /** The name that it is stored under; undefined for one that is new. */
  readonly storedAs: string | undefined
  readonly field: Field
}

/** A content type as it is being changed, with what it was when that began. */
export interface TypeDraft {
  readonly base: ContentType
  readonly type: Omit<ContentType, 'fields'>
  readonly fields: readonly DraftField[]
}

export function draftOf(base: ContentType): TypeDraft {
  const { fields, ...type } = base
  return {
    base,
    type,
    fields: fields.map((field) => ({ key: field.technicalName, storedAs: field.technicalName, field })),
  }
}

export const changeType = (draft: TypeDraft, part: Partial<TypeDraft['type']>): TypeDraft => ({
  ...draft,
  type: { ...draft.type, ...part },
})

export const changeField = (draft: TypeDraft, key: string, part: Partial<Field>): TypeDraft => {
  const before = draft.fields.find((each) => each.key === key)?.field.technicalName
  const { titleField } = draft.type
  const followsName = part.technicalName !== undefined && titleField !== undefined && titleField === before
  return {
    ...draft,
    ...(followsName ? { type: { ...draft.type, titleField: part.technicalName } } : {}),
    fields: draft.fields.map((each) => (each.key === key ? { ...each, field: { ...each.field, ...part } } : each)),
  }
}

/** Where the title goes, what reads as the title is chosen anew. */
export function removeField(draft: TypeDraft, key: string): TypeDraft {
  const gone = draft.fields.find((each) => each.key === key)?.field.technicalName
  const { titleField, ...type } = draft.type
  return {
    ...draft,
    type: titleField === gone ? type : draft.type,
    fields: draft.fields.filter((each) => each.key !== key),
  }
}

export const addField = (draft: TypeDraft, field: Field): TypeDraft => ({
  ...draft,
  fields: [...draft.fields, { key: `new ${field.technicalName}`, storedAs: undefined, field }],
})

/** What is sent: values of a field that has another name now come along. */
export const inputOf = ({ type, fields }: TypeDraft): ContentTypeInput => ({
  ...type,
  fields: fields.map(({ storedAs, field }) =>
    storedAs === undefined || storedAs === field.technicalName ? field : { ...field, renamedFrom: storedAs },
  ),
})

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Whether a field is other than it is stored. */
export const isChanged = ({ base }: TypeDraft, { storedAs, field }: DraftField): boolean =>
  !isSame(
    base.fields.find(({ technicalName }) => technicalName === storedAs),
    field,
  )

/** How many things are other than they are stored: fields that came, went or changed, and the type's own words. */
export function changeCount(draft: TypeDraft): number {
  const { fields: _fields, ...type } = draft.base
  const kept = new Set(draft.fields.map(({ storedAs }) => storedAs))
  const removed = draft.base.fields.filter(({ technicalName }) => !kept.has(technicalName)).length
  return draft.fields.filter((field) => isChanged(draft, field)).length + removed + (isSame(type, draft.type) ? 0 : 1)
}

/** Whether somebody else has changed the type since the draft was begun: saving it would undo what they did. */
export const isOvertaken = ({ base }: TypeDraft, stored: ContentType): boolean =>
  !isSame({ ...base, version: undefined }, { ...stored, version: undefined })

/** The fields group by group, those without one first, as an item shows them. */
export function byGroup({ type, fields }: TypeDraft) {
  const groups = [undefined, ...(type.groups ?? [])]
  return groups
    .map((group) => ({ group, fields: fields.filter(({ field }) => field.group === group?.technicalName) }))
    .filter((each) => each.fields.length > 0)
}
