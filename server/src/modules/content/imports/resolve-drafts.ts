import type { BatchItem, Field, FieldError } from '@pim/contract'
import { behaviourOf, factsOf, roomOf, validateField } from '@pim/field-types'
import { each, Pace, type Steps } from '@pim/field-types/steps'
import { Problem, partProblem } from '../../../core/problem.ts'
import { inSlices } from '../../../core/time-slices.ts'
import { inJsonbOrder } from '../../../platform/database/jsonb-order.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { beginningOf } from '../domain/beginning-of.ts'
import { fieldsOf, isShared } from '../domain/values.ts'
import type { AskedByFile, ImportedItem, NotedByFile } from './asked-by-file.ts'
import type { ImportPlan } from './import-plan.ts'
import { type DraftValue, givenValue, type ItemDraft } from './map-rows.ts'
import type { MissingNames } from './missing-names.ts'
import {
  candidatesOf,
  conceptIdsOf,
  type FoundIds,
  findNamedThings,
  mediaIdsOf,
  type NamedThings,
  type Names,
  namesIn,
} from './named-things.ts'
import { type AskedPicture, askedPicture, isAddress, reasonOfRefusal } from './pictures-by-address.ts'

/** Looks up what the drafts name otherwise than by ids, and makes parts of a batch of them. */
export async function resolveDrafts(
  trx: Transaction,
  tenantId: string,
  plan: ImportPlan,
  drafts: readonly ItemDraft[],
  missing: MissingNames,
): Promise<NotedByFile[]> {
  const things = await findNamedThings(trx, tenantId, drafts.flatMap(namesIn))
  await missing.look(trx, drafts, things)
  return inSlices(
    each(drafts, function* (draft): Steps<NotedByFile> {
      missing.count(draft, things)
      return { ...(yield* asked(tenantId, plan, draft, things, missing)), notes: draft.notes }
    }),
  )
}

/** As long as the name of an item may be. */
const maxName = 500

function* asked(
  tenantId: string,
  plan: ImportPlan,
  draft: ItemDraft,
  things: NamedThings,
  coming: MissingNames,
): Steps<AskedByFile> {
  const { type, defaultVariationId, mapping, importHosts } = plan
  const { row, id, key, name } = draft
  const errors: FieldError[] = [...draft.errors]
  const comingId = coming.conceptId.bind(coming)
  const links: BatchItem['links'] = []
  const pictures = new Map<string, AskedPicture>()
  const pace = new Pace()
  /** Names, with the ids of pictures in the place of their addresses; undefined where one may not be fetched. */
  const withPictures = (value: Names): Names | undefined => {
    const { contentTypeTechnicalNames: types } = behaviourOf(value.field).settings as {
      contentTypeTechnicalNames?: string[]
    }
    try {
      const names = value.names.map((name) => {
        if (!isAddress(name)) return name
        const picture = askedPicture(tenantId, name, importHosts, types)
        pictures.set(picture.contentItemId, picture)
        return picture.contentItemId
      })
      return { ...value, names }
    } catch (error) {
      const { technicalName } = value.field
      const params = { ...reasonOfRefusal(error), row, column: value.column }
      errors.push({
        technicalFieldName: technicalName,
        code: 'NOT_READ',
        message: 'The picture cannot be fetched.',
        params,
      })
      return undefined
    }
  }
  const placed = ({ field, column }: Names, { found, missing }: FoundIds, reason: string) => {
    if (missing.length > 0) errors.push(unknown({ row, column }, field, missing, reason))
    const isOne = !roomOf(field.type).isList
    return [{ technicalFieldName: field.technicalName, value: isOne ? (found[0] ?? null) : found }]
  }
  type Values = { readonly technicalFieldName: string; readonly value: unknown }[]
  const toValues = function* (values: ReadonlyMap<string, DraftValue>, variationId: string | undefined): Steps<Values> {
    const made: Values = []
    for (const [technicalFieldName, value] of values) {
      if (pace.isDue(value.kind === 'json' ? value.text.length : 0)) yield
      const given = givenValue(value)
      // As the execution will read it, so that both make the same of it.
      if (given !== undefined) made.push({ technicalFieldName, value: inJsonbOrder(given.value) })
      if (value.kind !== 'names') continue
      const { field } = value
      const { refersTo } = factsOf(field.type)
      if (refersTo === 'concept') {
        const ids = conceptIdsOf(value, things, comingId)
        const isOfSeveral = ids.missing.every((name) => candidatesOf(value, things, name).length > 1)
        made.push(...placed(value, ids, isOfSeveral ? 'SEVERAL_CONCEPTS' : 'UNKNOWN_CONCEPT'))
      } else if (refersTo === 'media' && value.linkedBy === undefined) {
        const named = withPictures(value)
        if (named !== undefined) made.push(...placed(named, mediaIdsOf(named, things), 'UNKNOWN_FILE'))
      } else {
        const link = linkByKeys(value, variationId)
        if (link === undefined) errors.push(unknown({ row, column: value.column }, field, value.names, 'NOT_AN_ID'))
        else links.push(link)
      }
    }
    return made
  }
  const cleared = (values: ReadonlyMap<string, DraftValue>) =>
    [...values].flatMap(([technicalFieldName, { kind }]) => (kind === 'clear' ? [technicalFieldName] : []))
  const fields = [
    ...(yield* toValues(draft.shared, undefined)),
    ...cleared(draft.shared).map((technicalFieldName) => ({ technicalFieldName, value: null })),
  ]
  const variations = yield* each([...draft.variations], function* ([variationId, { values, channels }]) {
    return {
      variationId,
      fields: yield* toValues(values, variationId),
      resetFields: cleared(values),
      ...(channels !== undefined && { deliveryTargets: [...channels] }),
      ...(mapping.publishes && { step: 'publish' as const }),
    }
  })
  const label = name ?? titleIn(plan, draft) ?? (key === undefined ? null : String(key.value))
  if (errors.length > 0) {
    errors.push(...(yield* valueErrors(plan, draft)))
    const problem = partProblem(new Problem('VALIDATION_FAILED', { fieldErrors: errors }))
    return { row, problem, label }
  }
  // A variation of which the file says nothing is not named, so that nothing of it is looked at.
  const named = variations.filter(
    (one) => one.fields.length + one.resetFields.length > 0 || 'deliveryTargets' in one || 'step' in one,
  )
  const given = new Set([fields, ...named.map((one) => one.fields)].flat().map((each) => each.technicalFieldName))
  const completes =
    mapping.otherCurrencies === 'clear' ? [] : [...given].filter((each) => isCompleted(fieldsOf(type).get(each)))
  const item: ImportedItem = {
    ...(id !== undefined && { contentItemId: id }),
    ...(key !== undefined && { key }),
    technicalContentTypeName: type.technicalName,
    ...(name !== undefined && { name: beginningOf(name, maxName) }),
    ...(name === undefined && label !== null && { nameIfNew: beginningOf(label, maxName) }),
    fields,
    variations: named,
    links: links.map((link) => ({ ...link, variationId: link.variationId ?? defaultVariationId })),
    ...(completes.length > 0 && { completes }),
    ...(pictures.size > 0 && { pictures: [...pictures.values()] }),
  }
  return { row, item }
}

const isCompleted = (field: Field | undefined): boolean =>
  field !== undefined && behaviourOf(field).room.completed !== undefined

function titleIn({ type, defaultVariationId }: ImportPlan, { shared, variations }: ItemDraft): string | undefined {
  const field = type.titleField === undefined ? undefined : fieldsOf(type).get(type.titleField)
  if (field === undefined) return undefined
  const places = isShared(field)
    ? [shared]
    : [variations.get(defaultVariationId), ...variations.values()].flatMap((each) =>
        each === undefined ? [] : [each.values],
      )
  for (const values of places) {
    const { value = null } = givenValue(values.get(field.technicalName)) ?? {}
    if (value === null) continue
    const title = behaviourOf(field).searchText(value).trim().replaceAll(/\s+/gu, ' ')
    if (title !== '') return title
  }
  return undefined
}

/** Undefined where the mapping does not say by which field the items are named. */
function linkByKeys(
  { field, names, linkedBy }: Names,
  variationId: string | undefined,
): BatchItem['links'][number] | undefined {
  if (linkedBy === undefined) return undefined
  const { contentTypeTechnicalNames: types = [] } = behaviourOf(field).settings as {
    contentTypeTechnicalNames?: string[]
  }
  // Of several types each has the field, and its values are unique in the tenant; left out, the batch looks in the type of the row.
  const [first] = types
  const toKeys = names.map((value) => ({
    technicalFieldName: linkedBy,
    value,
    ...(first !== undefined && { technicalContentTypeName: first }),
  }))
  return { technicalFieldName: field.technicalName, ...(variationId !== undefined && { variationId }), toKeys }
}

const unknown = (
  place: { readonly row: number; readonly column: string },
  { technicalName }: Field,
  names: readonly string[],
  reason: string,
): FieldError => {
  const text = beginningOf(names.join(', '), maxNamesText)
  const message = `The cell names what is not there: ${text}.`
  return { technicalFieldName: technicalName, code: 'NOT_READ', message, params: { ...place, reason, text } }
}

/** Characters of the names that were not found. */
const maxNamesText = 500

/** What else is wrong with the values that were read, so that all of it can be mended at once; without problems that is found where the item is planned. */
function* valueErrors({ type, mapping }: ImportPlan, { row, shared, variations }: ItemDraft): Steps<FieldError[]> {
  const errors: FieldError[] = []
  for (const values of [shared, ...[...variations.values()].map((each) => each.values)])
    for (const [technicalFieldName, draft] of values) {
      yield
      const given = givenValue(draft)
      const field = fieldsOf(type).get(technicalFieldName)
      if (given === undefined || field === undefined) continue
      for (const { code, message, path, params, isShape } of validateField(field, given.value))
        if (isShape || mapping.publishes)
          errors.push({ technicalFieldName: `${technicalFieldName}${path}`, code, message, params: { ...params, row } })
    }
  return errors
}
