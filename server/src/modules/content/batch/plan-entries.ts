import type { BatchItem, FieldError, ItemBatch } from '@pim/contract'
import { behaviourOf, LongValue } from '@pim/field-types'
import type { Steps } from '@pim/field-types/steps'
import { invalidPlace, Problem } from '../../../core/problem.ts'
import type { StoredType } from '../../content-model/index.ts'
import { plainValues } from '../domain/fallback.ts'
import {
  type ItemState,
  lifecycleStateOf,
  resolveLive,
  resolveWorking,
  type VariationState,
  withVariation,
} from '../domain/item-state.ts'
import { outcomeOf } from '../domain/lifecycle.ts'
import { applyEdits, type EditRequest, type Edits, readEditsInSteps, slotNow } from '../domain/merge.ts'
import { newItem } from '../domain/new-item.ts'
import { type PlannedItem, planBack, planItem, type Who } from '../domain/planned-item.ts'
import { requireVersion, variationOf } from '../domain/presentation.ts'
import { withOutdatedOf } from '../domain/translation.ts'
import { type Claim, claimKey } from '../domain/unique-values.ts'
import { fieldsOf, isSameSlot, isShared, referencesOf, type Slot, type Values } from '../domain/values.ts'
import { mergedEdits, requireEditable } from '../operations/save-variation.ts'
import { type CheckedValues, checkShortValues, requireDelivered, withGaps } from '../operations/take-step.ts'
import { type AskedItem, type Entry, eachVariation, type LostEntry, ofVariation } from './batch-entry.ts'
import { type BatchGround, type ComingItems, claimOfKey } from './find-items.ts'

/** Finds or makes the item of each part of a batch. */
export function openEntries(
  { items, mode }: ItemBatch,
  ground: BatchGround,
  who: Who,
): { readonly entries: Entry[]; readonly lost: LostEntry[] } {
  const entries: Entry[] = []
  const lost: LostEntry[] = []
  const seen = new Set<string>()
  for (const [index, asked] of items.entries()) {
    try {
      const before = findItem(asked, ground, mode)
      const key = asked.key && claimOfKey(ground.typeNamed(asked.technicalContentTypeName), asked.key)
      for (const name of [key && claimKey(key), before?.contentItemId]) {
        if (name === undefined) continue
        if (seen.has(name)) {
          throw invalidPlace(`body.items[${index}]`, 'DUPLICATE', 'is the same item as an earlier one of this batch')
        }
        seen.add(name)
      }
      const state = before ?? unwritten(asked, ground, who)
      const working = { edits: new Map(), actions: new Map(), references: [], waitsFor: new Set<string>() }
      const open = { planned: undefined, problem: undefined }
      const original = before === null ? originalOf(asked, ground) : undefined
      entries.push({ index, asked, key, before, original, state, changedSince: [], ...working, ...open })
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      lost.push({ index, problem: error })
    }
  }
  return { entries, lost }
}

function findItem(asked: BatchItem, ground: BatchGround, mode: ItemBatch['mode']): ItemState | null {
  const { contentItemId, key, technicalContentTypeName } = asked
  const stored = ground.typeNamed(technicalContentTypeName)
  const id = contentItemId ?? (key && ground.idWithKey(claimOfKey(stored, key)))
  const item = id === undefined ? undefined : ground.itemWithId(id)
  if (item === undefined || item.isDeleted || item.contentTypeId !== stored.contentTypeId) {
    if (item !== undefined && key !== undefined && !item.isDeleted) throw taken(key.technicalFieldName, item)
    if (contentItemId !== undefined || mode === 'update') throw new Problem('NOT_FOUND')
    return null
  }
  if (mode === 'create') throw taken(key?.technicalFieldName ?? '', item)
  return item
}

function originalOf({ copyOf }: BatchItem, ground: BatchGround): ItemState | undefined {
  if (copyOf === undefined) return undefined
  const original = ground.itemWithId(copyOf)
  if (original === undefined || original.isDeleted)
    throw invalidPlace('copyOf', 'NOT_FOUND', 'is not an item of this tenant, or deleted')
  return original
}

const taken = (technicalFieldName: string, { contentItemId, name }: ItemState): Problem =>
  new Problem('UNIQUENESS_CONFLICT', {
    fieldErrors: [{ technicalFieldName, code: 'NOT_UNIQUE', message: 'is the key of an item that is there' }],
    usedBy: [{ contentItemId, name }],
  })

/** Version 0, so that the first one that is written is version 1, be it published at once or not. */
function unwritten(
  { name: asked, nameIfNew, newContentItemId, technicalContentTypeName }: AskedItem,
  ground: BatchGround,
  { by, at }: Who,
): ItemState {
  const name = asked ?? nameIfNew
  if (name === undefined) throw invalidPlace('name', 'REQUIRED', 'is required for an item that is not there yet')
  const item = newItem(ground.typeNamed(technicalContentTypeName), ground, { name, by, at })
  const copies = [...item.variations].map(([id, variation]) => [id, { ...variation, version: 0 }] as const)
  return { ...item, contentItemId: newContentItemId ?? item.contentItemId, variations: new Map(copies) }
}

/** The id of what a link names by key, for the entry that links. */
export type FindId = (claim: Claim, entry: Entry) => string | undefined

/** The items that links may name by key: those that were there, those of the batch, and those that are to come after it. */
export function idFinder(entries: readonly Entry[], ground: BatchGround, coming?: ComingItems): FindId {
  const planned = new Map(entries.flatMap((entry) => (entry.key === undefined ? [] : [[claimKey(entry.key), entry]])))
  return (claim, entry) => {
    const there = planned.get(claimKey(claim))
    const id = there?.state.contentItemId ?? ground.idWithKey(claim)
    if (id !== undefined && there?.before !== null) return id
    const found = id ?? coming?.idOf(claimKey(claim))
    if (found !== undefined) entry.waitsFor.add(claimKey(claim))
    return found
  }
}

/** Reads what an item is asked to become: the edits of each variation, checked against their fields. */
export function* readRequest(entry: Entry, ground: BatchGround, idOf: FindId): Steps<void> {
  const { asked, state } = entry
  const stored = ground.typeNamed(asked.technicalContentTypeName)
  const requests = requestsOf(entry, stored, ground, idOf)
  const edits = new Map<string, Edits>()
  const channels = ground.channels.map(({ technicalName }) => technicalName)
  yield* eachVariation(requests.keys(), function* (variationId) {
    const variation = state.variations.get(variationId)
    const request = requests.get(variationId)
    if (variation === undefined || request === undefined) throw unknownVariation
    const read = yield* readEditsInSteps(state.type, request, [...channels, ...variation.deliveryTargets])
    edits.set(variationId, withWhatStands(state, variation, read, asked.completes))
  })
  entry.edits = edits
}

/**
 * Files have no numbers, or no exact ones: 1.5 comes back as the text "1.5", which is no change. `completes`: fields whose values keep the
 * parts that the file says nothing of, inherited ones too.
 */
function withWhatStands(
  state: ItemState,
  variation: VariationState,
  edits: Edits,
  completes: readonly string[] = [],
): Edits {
  const fields = fieldsOf(state.type)
  return new Map(
    [...edits].map(([name, slot]): [string, Slot] => {
      const field = fields.get(name)
      const now = slotNow(state, variation, name)
      if (field === undefined || slot === undefined) return [name, slot]
      const shown = completes.includes(name) ? resolveWorking(state, variation.variationId)[name]?.value : undefined
      const { completed } = behaviourOf(field).room
      const value = completed && shown && slot.value ? completed(slot.value, shown) : slot.value
      return [name, now !== undefined && behaviourOf(field).hasSameDigits(value, now.value) ? now : { ...slot, value }]
    }),
  )
}

const unknownVariation = new Problem('VALIDATION_FAILED', {
  fieldErrors: [{ technicalFieldName: 'variationId', code: 'NOT_FOUND', message: 'is not a variation of this item' }],
})

function requestsOf(
  entry: Entry,
  stored: StoredType,
  { defaultVariationId, typeNamed }: BatchGround,
  idOf: FindId,
): Map<string, EditRequest> {
  const { asked, before } = entry
  const requests = new Map<string, EditRequest>()
  const add = (variationId: string, { fields, resetFields = [], deliveryTargets }: EditRequest) => {
    const there = requests.get(variationId)
    requests.set(variationId, {
      fields: [...(there?.fields ?? []), ...fields],
      resetFields: [...(there?.resetFields ?? []), ...resetFields],
      ...((deliveryTargets ?? there?.deliveryTargets) && {
        deliveryTargets: deliveryTargets ?? there?.deliveryTargets,
      }),
    })
  }
  const { type } = stored
  const fieldErrors: FieldError[] = []
  for (const { technicalFieldName } of asked.fields) {
    const field = fieldsOf(type).get(technicalFieldName)
    if (field === undefined || isShared(field)) continue
    const message = 'has a value for each variation: give it in one of the variations'
    fieldErrors.push({ technicalFieldName, code: 'LOCALIZABLE', message })
  }
  if (asked.fields.length > 0) add(defaultVariationId, { fields: asked.fields })
  for (const variation of asked.variations) {
    if (requests.has(variation.variationId) && variation.variationId !== defaultVariationId) {
      throw invalidPlace('variations', 'AMBIGUOUS', 'names a variation more than once')
    }
    add(variation.variationId, variation)
  }
  for (const { technicalFieldName, variationId = defaultVariationId, toKeys } of asked.links) {
    const ids = toKeys.flatMap((key) => {
      const typeName = key.technicalContentTypeName
      const id = idOf(claimOfKey(typeName === undefined ? stored : typeNamed(typeName), key), entry)
      if (id !== undefined) return [id]
      const message = `names ${JSON.stringify(key.value)}, and no item has that ${key.technicalFieldName}`
      fieldErrors.push({ technicalFieldName, code: 'NOT_FOUND', message, variationId })
      return []
    })
    // A list, or the one where the field takes one.
    const field = fieldsOf(type).get(technicalFieldName)
    const takesList = field === undefined || behaviourOf(field).read(ids).issues.length === 0
    add(variationId, { fields: [{ technicalFieldName, value: takesList || ids.length > 1 ? ids : (ids[0] ?? null) }] })
  }
  if (fieldErrors.length > 0) throw new Problem('VALIDATION_FAILED', { fieldErrors })
  const { key } = asked
  const isGiven = [...requests.values()].some(({ fields }) =>
    fields.some(({ technicalFieldName }) => technicalFieldName === key?.technicalFieldName),
  )
  if (before === null && key !== undefined && !isGiven) add(defaultVariationId, { fields: [key] })
  return requests
}

/** The fields of an entry whose values would change. */
export function differing({ before, edits }: Entry): { readonly variationId: string; readonly name: string }[] {
  if (before === null) return []
  return [...edits].flatMap(([variationId, asked]) => {
    const variation = variationOf(before, variationId)
    return [...asked].flatMap(([name, slot]) =>
      isSameSlot(slotNow(before, variation, name), slot) ? [] : [{ variationId, name }],
    )
  })
}

/** Applies name and edits. `changedSince`: the values of a variation as of the writer's base version. */
export function* applyRequest(
  entry: Entry,
  changedSince: (variationId: string) => ReadonlyMap<string, Slot>,
  keepsName: boolean,
): Steps<void> {
  const { asked, before, edits } = entry
  const bases = new Map(asked.variations.map((each) => [each.variationId, each]))
  const name = asked.name?.normalize('NFC')
  const isNamed = name !== undefined && before !== null && name !== before.name && !keepsName
  let state = isNamed ? { ...entry.state, name } : entry.state
  yield* eachVariation(edits.keys(), (variationId) => {
    const base = bases.get(variationId)
    if (before !== null && base?.step !== undefined)
      requireVersion(variationOf(before, variationId), { baseVersion: base.baseVersion })
    const variation = variationOf(state, variationId)
    const apply = mergedEdits(
      state,
      variation,
      edits.get(variationId) ?? new Map(),
      before === null ? undefined : base?.baseVersion,
      changedSince(variationId),
    )
    if (apply.size === 0) return undefined
    requireEditable(variation)
    noteReferences(entry, variationId, state, apply)
    const edited = applyEdits(state, variation, apply)
    const status = outcomeOf(lifecycleStateOf(variation), 'edit')
    const after = variationOf(edited, variationId)
    state = status === 'refused' || status === 'nothing' ? edited : withVariation(edited, { ...after, status })
    entry.actions.set(variationId, 'edit')
    return undefined
  })
  for (const [variationId, outdated] of asked.outdated ?? [])
    state = withVariation(state, { ...variationOf(state, variationId), outdated })
  entry.state = entry.original === undefined ? state : withOutdatedOf(entry.original, state)
}

function noteReferences(entry: Entry, variationId: string, item: ItemState, edits: Edits): void {
  const variation = variationOf(item, variationId)
  const wanted = [...edits].flatMap(([name, slot]) => {
    const field = fieldsOf(item.type).get(name)
    if (field === undefined || slot === undefined || !behaviourOf(field).canRefer) return []
    const made = referencesOf(field, slot.value, slotNow(item, variation, name)?.value)
    return made.references.length === 0 ? [] : [made]
  })
  if (wanted.length > 0) entry.references.push({ variationId, missing: 'NOT_FOUND', wanted })
}

/**
 * Takes the steps that are asked for, once all values of the item are in place, all together: what is published beside
 * it is live with it. `kept`: the variations that somebody else has changes in, which are theirs to publish.
 */
export function planSteps(entry: Entry, who: Who, kept: ReadonlySet<string>): void {
  const { livesBack } = entry.asked
  if (livesBack !== undefined && livesBack.size > 0) {
    const planned = planBack(entry.state, livesBack, who)
    requireDelivered(planned)
    for (const [variationId, step] of planned.steps) entry.actions.set(variationId, step)
    entry.planned = planned
    return
  }
  const steps = entry.asked.variations.flatMap(({ step, variationId }) => {
    const isKept = kept.has(variationOf(entry.state, variationId).contentVariationId)
    return step === undefined || isKept ? [] : [[variationId, step] as const]
  })
  if (steps.length === 0) return
  const planned = planItem(entry.state, new Map(steps), who)
  requireDelivered(planned)
  entry.planned = planned
}

/** The variations that get a new snapshot. */
const published = ({ before, after, steps }: PlannedItem): string[] =>
  [...steps.keys()].filter((id) => {
    const { snapshot } = variationOf(after, id)
    return snapshot !== null && snapshot !== variationOf(before, id).snapshot
  })

/** By variation that is to be published, the values that stand apart from their item and have to be read to be checked. */
export function longValuesToPublish({ planned, problem }: Entry): ReadonlyMap<string, Values> {
  if (planned === undefined || problem !== undefined) return new Map()
  return new Map(
    published(planned).flatMap((variationId) => {
      const values = plainValues(resolveLive(planned.after, variationId))
      const long = Object.entries(values).filter(([, value]) => isApart(value))
      return long.length === 0 ? [] : [[variationId, Object.fromEntries(long)] as const]
    }),
  )
}

const isApart = (value: unknown): boolean => value instanceof LongValue && !value.hasContent

/**
 * Checks what would be delivered of the variations that are published. `checked`: by variation, what was found in the
 * values that had to be read for it.
 */
export function* publishRequested(entry: Entry, checked: ReadonlyMap<string, CheckedValues> = new Map()): Steps<void> {
  const { planned } = entry
  if (planned === undefined) return
  const { after } = planned
  yield* eachVariation(published(planned), (variationId) => {
    const values = Object.entries(plainValues(resolveLive(after, variationId)))
    const short = checkShortValues(after.type, Object.fromEntries(values.filter(([, value]) => !isApart(value))))
    const long = checked.get(variationId)
    const invalid = withGaps([...short.invalid, ...(long?.invalid ?? [])], planned, variationId)
    if (invalid.length > 0) throw new Problem('VALIDATION_FAILED', { fieldErrors: invalid })
    const wanted = [...short.wanted, ...(long?.wanted ?? [])]
    entry.references.push({ variationId, missing: 'BROKEN_LINK', wanted })
    entry.actions.set(variationId, 'publish')
    return undefined
  })
  entry.state = after
}

/** Throws where a reference of the entry leads nowhere. */
export function requireTargets(entry: Entry, faultsOf: (check: Entry['references'][number]) => FieldError[]): void {
  const fieldErrors = entry.references.flatMap((check) => ofVariation(check.variationId, faultsOf(check)))
  if (fieldErrors.length > 0) throw new Problem('VALIDATION_FAILED', { fieldErrors })
}
