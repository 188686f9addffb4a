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
    fields: draft.fields.map((each) =>
      each.key === key ? { ...each, field: withoutGaps({ ...each.field, ...part }) } : each,
    ),
  }
}

/** What is undefined would make the field another one than it is stored. */
const withoutGaps = (field: Field): Field => {
  const kept: Field = { ...field }
  for (const name of ['helpText', 'group', 'required', 'localizable', 'unique', 'defaultValue', 'settings'] as const)
    if (kept[name] === undefined) delete kept[name]
  return kept
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
  const changed = draft.fields.filter((field) => isChanged(draft, field)).length
  return changed + removed + (isSame(type, draft.type) ? 0 : 1) + (isReordered(draft) ? 1 : 0)
}

/** Whether fields that were there before stand in another order. */
function isReordered({ base, fields }: TypeDraft): boolean {
  const now = fields.flatMap(({ storedAs }) => storedAs ?? [])
  const kept = new Set(now)
  return !isSame(
    now,
    base.fields.map(({ technicalName }) => technicalName).filter((name) => kept.has(name)),
  )
}

/** Names of fields, as they are stored, that differ between the draft's beginning and what is stored by now. */
const changedSince = (base: ContentType, stored: ContentType): Set<string> => {
  const is = new Map(stored.fields.map((field) => [field.technicalName, field]))
  return new Set(
    base.fields.filter((field) => !isSame(field, is.get(field.technicalName))).map((field) => field.technicalName),
  )
}

/**
 * The draft's own changes on top of what others have stored meanwhile. `conflicts` names the fields, as they were stored,
 * that both have changed: there the draft's version stands.
 */
export function rebased(draft: TypeDraft, stored: ContentType): { draft: TypeDraft; conflicts: string[] } {
  const theirs = changedSince(draft.base, stored)
  const mine = draft.fields.filter((each) => isChanged(draft, each))
  const changed = new Map(mine.flatMap((each) => (each.storedAs === undefined ? [] : [[each.storedAs, each] as const])))
  const kept = new Set(draft.fields.map(({ storedAs }) => storedAs))
  const removed = new Set(draft.base.fields.map(({ technicalName }) => technicalName).filter((name) => !kept.has(name)))
  const fresh = draftOf(stored)
  const here = new Set(stored.fields.map(({ technicalName }) => technicalName))
  const fields = [
    ...fresh.fields
      .filter(({ storedAs }) => storedAs === undefined || !removed.has(storedAs))
      .map((each) => changed.get(each.key) ?? each),
    // What somebody else took away and the draft changed is a new field now.
    ...mine
      .filter(({ storedAs }) => storedAs === undefined || !here.has(storedAs))
      .map((each) => ({ ...each, storedAs: undefined })),
  ]
  const places = new Map(draft.fields.map(({ key }, at) => [key, at]))
  const ordered = isReordered(draft)
    ? fields.toSorted((one, other) => (places.get(one.key) ?? fields.length) - (places.get(other.key) ?? fields.length))
    : fields
  const { fields: _fields, ...before } = draft.base
  const ownWords = Object.entries(draft.type).filter(
    ([name, value]) => !isSame(value, Object.entries(before).find(([key]) => key === name)?.[1]),
  )
  return {
    draft: { ...fresh, type: { ...fresh.type, ...Object.fromEntries(ownWords) }, fields: ordered },
    conflicts: [...changed.keys(), ...removed].filter((name) => theirs.has(name)),
  }
}

/** Whether somebody else has changed the type since the draft was begun: saving it would undo what they did. */
export const isOvertaken = ({ base }: TypeDraft, stored: ContentType): boolean =>
  !isSame({ ...base, version: undefined }, { ...stored, version: undefined })

/** The fields group by group, as an item shows them: those without a group, or with one that is gone, come last. */
export function byGroup({ type, fields }: TypeDraft) {
  const groups = type.groups ?? []
  const known = new Set(groups.map(({ technicalName }) => technicalName))
  const of = (name: string | undefined) =>
    fields.filter(({ field }) => (field.group && known.has(field.group) ? field.group : undefined) === name)
  return [
    ...groups.map((group) => ({ group, fields: of(group.technicalName) })),
    { group: undefined, fields: of(undefined) },
  ].filter((each) => each.fields.length > 0)
}

export type Group = NonNullable<ContentType['groups']>[number]

const withGroups = (draft: TypeDraft, groups: readonly Group[]): TypeDraft['type'] => {
  const { groups: _before, ...type } = draft.type
  // A type without groups is stored without the list.
  return groups.length === 0 && draft.base.groups === undefined ? type : { ...type, groups: [...groups] }
}

export const changeGroup = (draft: TypeDraft, name: string, part: Partial<Group>): TypeDraft => ({
  ...draft,
  type: withGroups(
    draft,
    (draft.type.groups ?? []).map((group) => (group.technicalName === name ? { ...group, ...part } : group)),
  ),
})

/** In another order, or without some. Fields of a group that goes stay, without one. */
export const changeGroups = (draft: TypeDraft, groups: readonly Group[]): TypeDraft => ({
  ...draft,
  type: withGroups(draft, groups),
  fields: draft.fields.map((each) =>
    groups.some(({ technicalName }) => technicalName === each.field.group) ? each : inGroup(each, undefined),
  ),
})

const inGroup = (each: DraftField, group: string | undefined): DraftField => {
  if (each.field.group === group) return each
  const { group: _before, ...field } = each.field
  return { ...each, field: group === undefined ? field : { ...field, group } }
}

/** Puts a field in the place of another one, and into the group of that one. */
export function moveField(draft: TypeDraft, key: string, toKey: string): TypeDraft {
  const from = draft.fields.findIndex((each) => each.key === key)
  const to = draft.fields.findIndex((each) => each.key === toKey)
  const target = draft.fields[to]
  if (from < 0 || !target || from === to) return draft
  const ordered = moved(draft.fields, from, to)
  return { ...draft, fields: ordered.map((each) => (each.key === key ? inGroup(each, target.field.group) : each)) }
}

/** One place up or down in the order that is shown: at the end of a group into the next one, at both ends nowhere. */
export function stepField(draft: TypeDraft, key: string, step: -1 | 1): TypeDraft {
  const shown = byGroup(draft).flatMap(({ fields }) => fields)
  const at = shown.findIndex((each) => each.key === key)
  const [field, next] = [shown[at], shown[at + step]]
  if (!field || !next) return draft
  if (field.field.group === next.field.group) return moveField(draft, key, next.key)
  const rest = draft.fields.filter((each) => each !== field)
  const place = rest.indexOf(next) + (step === 1 ? 0 : 1)
  return { ...draft, fields: rest.toSpliced(place, 0, inGroup(field, next.field.group)) }
}

const moved = <Item>(items: readonly Item[], from: number, to: number): Item[] => {
  const item = items[from]
  return item === undefined ? [...items] : items.toSpliced(from, 1).toSpliced(to, 0, item)
}
