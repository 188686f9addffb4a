import type { BatchItem, Field, FieldError } from '@pim/contract'
import { behaviourOf } from '@pim/field-types'
import { Problem, partProblem } from '../../../core/problem.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { type CodedConcept, findConceptsByCode } from '../../taxonomies/index.ts'
import { beginningOf } from '../domain/beginning-of.ts'
import { fieldsOf, isShared } from '../domain/values.ts'
import type { AskedByFile, ImportedItem } from './asked-by-file.ts'
import type { ImportPlan } from './import-plan.ts'
import type { DraftValue, ItemDraft } from './map-rows.ts'
import { isId } from './read-cells.ts'

/** Looks up what the drafts name by codes, and makes parts of a batch of them. */
export async function resolveDrafts(
  trx: Transaction,
  tenantId: string,
  plan: ImportPlan,
  drafts: readonly ItemDraft[],
): Promise<AskedByFile[]> {
  const codes = new Set<string>()
  for (const draft of drafts)
    for (const { field, names } of namesIn(draft))
      if (behaviourOf(field).room.type.startsWith('concept')) for (const name of names) if (!isId(name)) codes.add(name)
  const concepts = codes.size === 0 ? new Map() : await findConceptsByCode(trx, tenantId, [...codes])
  return drafts.map((draft) => asked(plan, draft, concepts))
}

const namesIn = ({ shared, variations }: ItemDraft) =>
  [...shared.values(), ...[...variations.values()].flatMap(({ values }) => [...values.values()])].flatMap((value) =>
    value.kind === 'names' ? [value] : [],
  )

/** As long as the name of an item may be. */
const maxName = 500

type Concepts = ReadonlyMap<string, readonly CodedConcept[]>

function asked(plan: ImportPlan, draft: ItemDraft, concepts: Concepts): AskedByFile {
  const { type, defaultVariationId, mapping } = plan
  const { row, id, key, name } = draft
  const errors: FieldError[] = [...draft.errors]
  const links: BatchItem['links'] = []
  const toValues = (values: ReadonlyMap<string, DraftValue>, variationId: string | undefined) =>
    [...values].flatMap(([technicalFieldName, value]) => {
      if (value.kind === 'clear') return []
      if (value.kind === 'value') return [{ technicalFieldName, value: value.value }]
      const { field } = value
      if (field.type !== 'concept' && field.type !== 'concepts') {
        const link = linkByKeys(value, variationId)
        if (link === undefined) errors.push(unknown(row, field, value.names, 'NOT_AN_ID'))
        else links.push(link)
        return []
      }
      const ids = conceptIds(value, concepts)
      if (ids.missing.length > 0) errors.push(unknown(row, field, ids.missing, 'UNKNOWN_CONCEPT'))
      return [{ technicalFieldName, value: field.type === 'concepts' ? ids.found : (ids.found[0] ?? null) }]
    })
  const cleared = (values: ReadonlyMap<string, DraftValue>) =>
    [...values].flatMap(([technicalFieldName, { kind }]) => (kind === 'clear' ? [technicalFieldName] : []))
  const fields = [
    ...toValues(draft.shared, undefined),
    ...cleared(draft.shared).map((technicalFieldName) => ({ technicalFieldName, value: null })),
  ]
  const variations = [...draft.variations].map(([variationId, { values, channels }]) => ({
    variationId,
    fields: toValues(values, variationId),
    resetFields: cleared(values),
    ...(channels !== undefined && { deliveryTargets: [...channels] }),
    ...(mapping.publishes && { step: 'publish' as const }),
  }))
  const label = name ?? titleIn(plan, draft) ?? (key === undefined ? null : String(key.value))
  if (errors.length > 0) {
    const problem = partProblem(new Problem('VALIDATION_FAILED', { fieldErrors: errors }))
    return { row, problem, label }
  }
  // A variation of which the file says nothing is not named, so that nothing of it is looked at.
  const named = variations.filter(
    (each) => each.fields.length + each.resetFields.length > 0 || 'deliveryTargets' in each || 'step' in each,
  )
  const item: ImportedItem = {
    ...(id !== undefined && { contentItemId: id }),
    ...(key !== undefined && { key }),
    technicalContentTypeName: type.technicalName,
    ...(name !== undefined && { name: beginningOf(name, maxName) }),
    ...(name === undefined && label !== null && { nameIfNew: beginningOf(label, maxName) }),
    fields,
    variations: named,
    links: links.map((link) => ({ ...link, variationId: link.variationId ?? defaultVariationId })),
  }
  return { row, item }
}

function titleIn({ type, defaultVariationId }: ImportPlan, { shared, variations }: ItemDraft): string | undefined {
  const field = type.titleField === undefined ? undefined : fieldsOf(type).get(type.titleField)
  if (field === undefined) return undefined
  const places = isShared(field)
    ? [shared]
    : [variations.get(defaultVariationId), ...variations.values()].flatMap((each) =>
        each === undefined ? [] : [each.values],
      )
  for (const values of places) {
    const value = values.get(field.technicalName)
    if (value?.kind !== 'value' || value.value === null) continue
    const title = behaviourOf(field).searchText(value.value).trim().replaceAll(/\s+/gu, ' ')
    if (title !== '') return title
  }
  return undefined
}

type Names = Extract<DraftValue, { kind: 'names' }>

/** Undefined where the mapping does not say by which field the items are named. */
function linkByKeys(
  { field, names, linkedBy }: Names,
  variationId: string | undefined,
): BatchItem['links'][number] | undefined {
  if (linkedBy === undefined) return undefined
  const { contentTypeTechnicalNames: types = [] } = behaviourOf(field).settings as {
    contentTypeTechnicalNames?: string[]
  }
  const [only] = types.length === 1 ? types : []
  const toKeys = names.map((value) => ({
    technicalFieldName: linkedBy,
    value,
    ...(only !== undefined && { technicalContentTypeName: only }),
  }))
  return { technicalFieldName: field.technicalName, ...(variationId !== undefined && { variationId }), toKeys }
}

function conceptIds({ field, names }: Names, concepts: Concepts): { found: string[]; missing: string[] } {
  const { taxonomyIds } = behaviourOf(field).settings as { taxonomyIds?: string[] }
  const found: string[] = []
  const missing: string[] = []
  for (const name of names) {
    const all = concepts.get(name) ?? []
    const allowed = taxonomyIds === undefined ? all : all.filter(({ taxonomyId }) => taxonomyIds.includes(taxonomyId))
    const [only] = allowed
    if (isId(name)) found.push(name.toLowerCase())
    else if (only !== undefined && allowed.length === 1) found.push(only.conceptId)
    else missing.push(name)
  }
  return { found, missing }
}

const unknown = (row: number, { technicalName }: Field, names: readonly string[], reason: string): FieldError => ({
  technicalFieldName: technicalName,
  code: 'NOT_READ',
  message: `The cell names what is not there: ${names.slice(0, 5).join(', ').slice(0, 200)}.`,
  params: { row, column: technicalName, reason, text: names.slice(0, 5).join(', ').slice(0, 200) },
})
