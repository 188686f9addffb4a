import { setTimeout as wait } from 'node:timers/promises'
import type { ImportAdditions, MissingName } from '@pim/contract'
import { behaviourOf, fold, hasOption, type Option, optionLabel } from '@pim/field-types'
import type { Actor } from '../../../core/caller.ts'
import { Problem } from '../../../core/problem.ts'
import type { Transactions } from '../../../platform/database/database.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import type { RunningJob } from '../../../platform/jobs/jobs.ts'
import { keysOfValue, type ListSources } from '../../content-index/index.ts'
import type { ContentModelService, StoredType } from '../../content-model/index.ts'
import { fieldName } from '../../reader/index.ts'
import { addConcepts, type ConceptContent, removeUnused } from '../../taxonomies/index.ts'
import { jobTimeouts } from '../bulk/change-type.ts'
import { withOptions } from '../imports/missing-names.ts'
import type { FoundNames, PlannedConcept, PlannedOption, StoredAdditions } from '../imports/planned-additions.ts'
import { findAdditions, replaceIds, setAdditions } from '../store/import-additions.repository.ts'
import type { StoredBulkChange } from './bulk-change.ts'
import { holdForSlice } from './hold.ts'

export const storedAdditions = ({ names, leftOutNames, ...planned }: FoundNames): StoredAdditions => ({
  ...{ names, leftOutNames },
  planned,
})

/** For the counts of the bulk change; left out where there is nothing to say. */
export const additionCounts = ({ names, leftOutNames, options, concepts }: FoundNames) => {
  const missingNames = names.filter(({ isAdded }: MissingName) => !isAdded).length + leftOutNames
  return {
    ...(options.length > 0 && { newOptions: options.length }),
    ...(concepts.length > 0 && { newConcepts: concepts.length }),
    ...(missingNames > 0 && { missingNames }),
  }
}

export function presentAdditions({
  names = [],
  leftOutNames = 0,
  planned,
  made,
  takenBack = null,
}: StoredAdditions = {}): ImportAdditions {
  const { options = [], concepts = [] } = made ?? {}
  return {
    ...{ names: [...names], leftOutNames, takenBack },
    concepts: (planned?.concepts ?? []).map(({ conceptId, friendlyName: name }) => ({ conceptId, name })),
    made: made === undefined ? null : { options: options.length, concepts: concepts.length },
  }
}

export interface AdditionParts {
  readonly model: Pick<ContentModelService, 'changeOne'>
  readonly concepts: ConceptContent
  readonly reader: ListSources['reader']
}

/** How often it is looked whether items have followed an earlier change of their type. */
const lookAgainMs = 500

/** Makes what the rehearsal has planned, in the name of whoever executes; again after an attempt that was killed it goes on where that has stopped. */
export async function makeAdditions(
  database: Transactions,
  job: RunningJob,
  { model }: Pick<AdditionParts, 'model'>,
  bulkChange: StoredBulkChange,
): Promise<void> {
  const { bulkChangeId, request, executedBy, createdBy } = bulkChange
  if (request.source !== 'file') return
  const { tenantId } = job
  const actor = { tenantId, userId: executedBy ?? createdBy }
  const typeName = request.mapping.technicalContentTypeName
  const { options = [], concepts = [] } = (await read(database, job, bulkChangeId))?.planned ?? {}
  if (options.length > 0)
    await step(database, job, bulkChangeId, async (trx, { made = {}, ...stored }) => {
      if (made.options !== undefined) return undefined
      return { ...stored, made: { ...made, options: await makeOptions(trx, actor, model, typeName, options) } }
    })
  if (concepts.length > 0)
    await step(database, job, bulkChangeId, async (trx, { made = {}, ...stored }) => {
      if (made.concepts !== undefined) return undefined
      return { ...stored, made: { ...made, concepts: await makeConcepts(trx, actor, bulkChangeId, concepts) } }
    })
}

/** Removes what an import has made and nothing uses any more, at the end of its undo. */
export async function takeAdditionsBack(
  database: Transactions,
  job: RunningJob,
  parts: AdditionParts,
  { bulkChangeId, request, executedBy, createdBy }: StoredBulkChange,
): Promise<void> {
  if (request.source !== 'undo') return
  const { made } = (await read(database, job, request.undoOf)) ?? {}
  const { options = [], concepts = [] } = made ?? {}
  if (options.length + concepts.length === 0) return
  const actor = { tenantId: job.tenantId, userId: executedBy ?? createdBy }
  await step(database, job, bulkChangeId, async (trx, stored) => {
    if (stored.takenBack) return undefined
    const kept: string[] = []
    let [removedOptions, removedConcepts] = [0, 0]
    for (const [typeName, ofType] of Map.groupBy(options, (each) => each.technicalContentTypeName ?? '')) {
      const left = await removeOptions(trx, actor, parts, typeName, ofType)
      kept.push(...left)
      removedOptions += ofType.length - left.length
    }
    for (const [taxonomyId, ofTaxonomy] of Map.groupBy(concepts, (each) => each.taxonomyId)) {
      const result = await removeUnused({ content: parts.concepts }, trx, actor, taxonomyId, ofTaxonomy)
      kept.push(...result.kept)
      removedConcepts += result.removed
    }
    return { ...stored, takenBack: { options: removedOptions, concepts: removedConcepts, kept: kept.slice(0, 100) } }
  })
}

const read = (database: Transactions, { tenantId, signal }: RunningJob, bulkChangeId: string) =>
  database.inTenantReadOnly(tenantId, (trx) => findAdditions(trx, tenantId, bulkChangeId), { ...jobTimeouts, signal })

/** One transaction with what was done in it. While items follow an earlier change of their type, it waits. */
async function step(
  database: Transactions,
  job: RunningJob,
  bulkChangeId: string,
  work: (trx: Transaction, stored: StoredAdditions) => Promise<StoredAdditions | undefined>,
): Promise<void> {
  const { tenantId, signal } = job
  for (;;) {
    try {
      await database.inTenant(
        tenantId,
        async (trx) => {
          // Somebody has stopped it: the execution notices that at its first slice.
          if ((await holdForSlice(trx, job, 'executing')) === undefined) return
          const done = await work(trx, (await findAdditions(trx, tenantId, bulkChangeId)) ?? {})
          if (done !== undefined) await setAdditions(trx, tenantId, bulkChangeId, done)
        },
        { ...jobTimeouts, signal },
      )
      return
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'ALREADY_RUNNING') throw error
      await wait(lookAgainMs, undefined, { signal })
    }
  }
}

/** Answers those that were not there. An option of the same code for another word would give the rows values that nobody has meant. */
async function makeOptions(
  trx: Transaction,
  actor: Actor,
  model: AdditionParts['model'],
  typeName: string,
  planned: readonly PlannedOption[],
): Promise<PlannedOption[]> {
  const made: PlannedOption[] = []
  await model.changeOne(trx, actor, typeName, async ({ type }) => {
    for (const each of planned) {
      const field = type.fields.find(({ technicalName }) => technicalName === each.technicalFieldName)
      if (field === undefined || behaviourOf(field).room.withOptions === undefined)
        throw new Problem('PLAN_OUTDATED', { message: `${each.technicalFieldName} takes no options any more.` })
      const { options = [] } = behaviourOf(field).settings as { options?: readonly Option[] }
      if (!hasOption(options, each.option.code)) made.push({ ...each, technicalContentTypeName: typeName })
      // Defence 387, without: else if (false)
      else if (!isSameWord(options, each.option))
        throw new Problem('PLAN_OUTDATED', {
          message: `The code ${each.option.code} is that of another option by now.`,
        })
    }
    return made.length === 0 ? undefined : withOptions(type, made)
  })
  return made
}

const isSameWord = (options: readonly Option[], { code, label = {} }: Option): boolean =>
  Object.entries(label).every(([language, word]) =>
    [optionLabel(options, code, language), code].some((each) => fold(each) === fold(word)),
  )

async function makeConcepts(
  trx: Transaction,
  actor: Actor,
  bulkChangeId: string,
  planned: readonly PlannedConcept[],
): Promise<PlannedConcept[]> {
  const all: PlannedConcept[] = []
  for (const [taxonomyId, ofTaxonomy] of Map.groupBy(planned, (each) => each.taxonomyId)) {
    const { made, others } = await addConcepts(trx, actor, taxonomyId, ofTaxonomy)
    await replaceIds(trx, actor.tenantId, bulkChangeId, others)
    all.push(...made)
  }
  return all
}

/** Answers the labels of those that stay. */
async function removeOptions(
  trx: Transaction,
  actor: Actor,
  { model, reader }: Pick<AdditionParts, 'model' | 'reader'>,
  typeName: string,
  made: readonly PlannedOption[],
): Promise<string[]> {
  const kept: string[] = []
  await model
    .changeOne(trx, actor, typeName, async (stored) => {
      const gone = new Set<PlannedOption>()
      const areUsed = await whichAreUsed(reader, actor.tenantId, stored, made)
      for (const [at, each] of made.entries()) {
        // Defence 388, without: if (at < 0) kept.push('')
        if (areUsed[at] !== false) kept.push(Object.values(each.option.label ?? {}).join(', '))
        else gone.add(each)
      }
      const fields = stored.type.fields.map((field) => {
        const { options } = behaviourOf(field).settings as { options?: readonly Option[] }
        const codes = [...gone].flatMap(({ technicalFieldName, option }) =>
          technicalFieldName === field.technicalName ? [option.code] : [],
        )
        if (options === undefined || codes.length === 0) return field
        return {
          ...field,
          settings: { ...field.settings, options: options.filter(({ code }) => !codes.includes(code)) },
        }
      })
      return gone.size === 0 ? undefined : { ...stored.type, fields }
    })
    .catch((error: unknown) => {
      // Its type is gone, and its options with it.
      if (!(error instanceof Problem) || error.code !== 'NOT_FOUND') throw error
    })
  return kept
}

/**
 * For each option whether an item that is not deleted has it. Whoever writes items of the type waits for the lock that is held here, and
 * what was written before is in the file.
 */
function whichAreUsed(
  reader: AdditionParts['reader'],
  tenantId: string,
  { contentTypeId, type }: StoredType,
  made: readonly PlannedOption[],
): Promise<readonly boolean[]> {
  const asked = made.map(({ technicalFieldName, option: { code } }) => {
    const field = type.fields.find(({ technicalName }) => technicalName === technicalFieldName)
    const keys = field === undefined ? [] : keysOfValue(field, behaviourOf(field).room.isList ? [code] : code)
    return { of: fieldName(contentTypeId, technicalFieldName), keys: keys.map(({ key }) => key) }
  })
  return reader.ask(tenantId, 'used', asked, { isSure: true })
}
