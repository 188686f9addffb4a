import type { Field } from '@pim/contract'
import { behaviourOf, factsOf } from '@pim/field-types'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { type ConceptOfPath, findConceptsByCode, findConceptsByPath } from '../../taxonomies/index.ts'
import { findMediaByFileName } from '../store/media-name.repository.ts'
import type { DraftValue, ItemDraft } from './map-rows.ts'
import { isId } from './read-cells.ts'

export type Names = Extract<DraftValue, { kind: 'names' }>

/** What the cells of some items name otherwise than by ids. */
export interface NamedThings {
  readonly concepts: ReadonlyMap<string, readonly ConceptOfPath[]>
  readonly media: ReadonlyMap<string, readonly string[]>
}

export const namesConcepts = (field: Field): boolean => factsOf(field.type).refersTo === 'concept'

/** Concepts by their codes, else by their names with those above, media by the names of their files. */
export async function findNamedThings(
  trx: Transaction,
  tenantId: string,
  values: readonly Names[],
): Promise<NamedThings> {
  const named = (isAsked: (value: Names) => boolean) => [
    ...new Set(
      values
        .filter(isAsked)
        .flatMap(({ names }) => names)
        .filter((name) => !isId(name)),
    ),
  ]
  const ofConcepts = named(({ field }) => namesConcepts(field))
  const files = named(({ field, linkedBy }) => factsOf(field.type).refersTo === 'media' && linkedBy === undefined)
  const concepts = new Map<string, readonly ConceptOfPath[]>()
  if (ofConcepts.length > 0)
    for (const [code, found] of await findConceptsByCode(trx, tenantId, ofConcepts))
      concepts.set(
        code,
        found.map((each) => ({ ...each, isWhole: false })),
      )
  const others = ofConcepts.filter((name) => !concepts.has(name))
  if (others.length > 0)
    for (const [path, found] of await findConceptsByPath(trx, tenantId, others)) concepts.set(path, found)
  return {
    concepts,
    media: files.length === 0 ? new Map() : await findMediaByFileName(trx, tenantId, files),
  }
}

export const namesIn = ({ shared, variations }: ItemDraft): Names[] =>
  [...shared.values(), ...[...variations.values()].flatMap(({ values }) => [...values.values()])].flatMap((value) =>
    value.kind === 'names' ? [value] : [],
  )

export interface FoundIds {
  readonly found: readonly string[]
  readonly missing: readonly string[]
}

/** The concepts that the field takes and that a name is of. */
export function candidatesOf({ field }: Names, { concepts }: NamedThings, name: string): readonly ConceptOfPath[] {
  const { taxonomyIds } = behaviourOf(field).settings as { taxonomyIds?: string[] }
  const all = concepts.get(name) ?? []
  return taxonomyIds === undefined ? all : all.filter(({ taxonomyId }) => taxonomyIds.includes(taxonomyId))
}

/**
 * A name is found where exactly one concept that the field takes has it; of several, where one is named from the top on. `comingId`: the concept
 * that will be made for a name.
 */
export function conceptIdsOf(
  value: Names,
  things: NamedThings,
  comingId: (field: Field, name: string) => string | undefined = () => undefined,
): FoundIds {
  const { field, names } = value
  return idsOf(names, (name) => {
    const allowed = candidatesOf(value, things, name)
    const coming = allowed.length === 0 ? comingId(field, name) : undefined
    if (coming !== undefined) return [coming]
    const whole = allowed.filter(({ isWhole }) => isWhole)
    return (allowed.length === 1 ? allowed : whole).map(({ conceptId }) => conceptId)
  })
}

/** A name is found where exactly one media item has a file of that name. */
export const mediaIdsOf = ({ names }: Names, { media }: NamedThings): FoundIds =>
  idsOf(names, (name) => media.get(name) ?? [])

function idsOf(names: readonly string[], find: (name: string) => readonly string[]): FoundIds {
  const found: string[] = []
  const missing: string[] = []
  for (const name of names) {
    const ids = isId(name) ? [name.toLowerCase()] : find(name)
    const [only] = ids
    if (only !== undefined && ids.length === 1) found.push(only)
    else missing.push(name)
  }
  return { found, missing }
}
