import type { ContentType, Field } from '@pim/contract'
import { behaviourOf, factsOf } from '@pim/field-types'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { findTypes } from '../../content-model/index.ts'
import { findCodesOfConcepts, findConceptsByCode } from '../../taxonomies/index.ts'
import { isShared, slotOf } from '../domain/values.ts'
import { conceptIdsOf } from '../imports/named-things.ts'
import { isId } from '../imports/read-cells.ts'
import { loadItems } from '../store/load.ts'
import { findFileNamesOfMedia, findMediaByFileName } from '../store/media-name.repository.ts'

/** By the name of a link field: the unique field by whose values a file names its items. */
export type LinkKeys = ReadonlyMap<string, Field>

export const isReference = ({ type }: Field): boolean => factsOf(type).refersTo !== undefined
const isOfLinks = ({ type }: Field): boolean => factsOf(type).refersTo === 'item'

/**
 * Of each field of links the unique field that names its items. Where they are of one content type: that of the type, one that all
 * variations share before others. Where they are of several, one that is unique in the tenant and that all of them have; where they may
 * be of any, one that the type of the field itself has.
 */
export async function findLinkKeys(trx: Transaction, tenantId: string, type: ContentType): Promise<LinkKeys> {
  const keys = new Map<string, Field>()
  const linking = type.fields.filter(isOfLinks)
  if (linking.length === 0) return keys
  const all = new Map((await findTypes(trx, tenantId)).map((stored) => [stored.type.technicalName, stored.type]))
  for (const field of linking) {
    const { contentTypeTechnicalNames: names = [] } = behaviourOf(field).settings as {
      contentTypeTechnicalNames?: string[]
    }
    const [first = type, ...others] = names.flatMap((name) => all.get(name) ?? [])
    const key = names.length === 1 ? keyOf(first) : sharedKeyOf(first, others)
    if (key !== undefined) keys.set(field.technicalName, key)
  }
  return keys
}

const tenantKeysOf = ({ fields }: ContentType): readonly Field[] =>
  fields.filter((field) => field.unique === 'tenant' && isShared(field))

const sharedKeyOf = (type: ContentType, others: readonly ContentType[]): Field | undefined =>
  tenantKeysOf(type).find(({ technicalName }) =>
    others.every((other) => tenantKeysOf(other).some((field) => field.technicalName === technicalName)),
  )

function keyOf({ fields }: ContentType): Field | undefined {
  const keys = fields.filter(({ unique }) => unique === 'tenant' || unique === 'contentType')
  return keys.find(isShared) ?? keys[0]
}

/** Ids whose names are remembered. */
const mostRemembered = 50_000
/** Items that are read at once for their keys. */
const itemsAtOnce = 200

/** The values of some fields of some items. */
export type Referring = readonly { readonly field: Field; readonly value: unknown }[]

/**
 * Names what values refer to by what an import finds them by: concepts by their codes, media by the names of their files, items by a
 * unique field. What has no such name, or one that means several, has its id.
 */
export class ReferenceNames {
  readonly #keys: LinkKeys
  /** By field and id; null: only the id names it. */
  readonly #names = new Map<string, string | null>()

  constructor(keys: LinkKeys) {
    this.#keys = keys
  }

  /** Looks up what these values refer to, unless it is known. */
  async learn(trx: Transaction, tenantId: string, values: Referring): Promise<void> {
    if (this.#names.size > mostRemembered) this.#names.clear()
    for (const [field, ids] of this.#unknown(values)) {
      const { refersTo } = factsOf(field.type)
      const names =
        refersTo === 'concept'
          ? await codesOf(trx, tenantId, field, ids)
          : refersTo === 'media'
            ? await fileNamesOf(trx, tenantId, ids)
            : await this.#keysOf(trx, tenantId, field, ids)
      for (const id of ids) {
        const name = names.get(id)
        this.#names.set(placeOf(field, id), name !== undefined && isPlain(name) ? name : null)
      }
    }
  }

  /** The names in the order of the ids; undefined where the value is to be written as it is. */
  of(field: Field, value: unknown): readonly string[] | undefined {
    const ids = idsIn(value)
    if (!this.#isNamed(field) || ids.length === 0) return undefined
    const names = ids.map((id) => this.#names.get(placeOf(field, id)) ?? null)
    // Keys of links and ids do not stand in one cell.
    if (isOfLinks(field) && names.includes(null)) return undefined
    return names.map((name, at) => name ?? ids[at] ?? '')
  }

  #isNamed(field: Field): boolean {
    return (isReference(field) && !isOfLinks(field)) || this.#keys.has(field.technicalName)
  }

  #unknown(values: Referring): ReadonlyMap<Field, readonly string[]> {
    const unknown = new Map<Field, Set<string>>()
    for (const { field, value } of values) {
      if (!this.#isNamed(field)) continue
      const ids = idsIn(value).filter((id) => !this.#names.has(placeOf(field, id)))
      if (ids.length > 0) unknown.set(field, new Set([...(unknown.get(field) ?? []), ...ids]))
    }
    return new Map([...unknown].map(([field, ids]) => [field, [...ids]]))
  }

  async #keysOf(trx: Transaction, tenantId: string, { technicalName }: Field, ids: readonly string[]) {
    const names = new Map<string, string>()
    const named = this.#keys.get(technicalName)
    if (named === undefined) return names
    for (let at = 0; at < ids.length; at += itemsAtOnce) {
      const some = ids.slice(at, at + itemsAtOnce)
      for (const { item } of await loadItems(trx, tenantId, some, { lock: false })) {
        // Types that links may lead to each have a field of this name, which may be of another type in each.
        const key = item.type.fields.find(
          ({ technicalName, unique }) => technicalName === named.technicalName && unique === named.unique,
        )
        if (item.isDeleted || key === undefined) continue
        const places = isShared(key) ? [item.shared] : [...item.variations.values()].map(({ own }) => own)
        const text = places
          .map((values) => behaviourOf(key).toText(slotOf(values, key.technicalName)?.value ?? null))
          .find((each) => each !== '')
        if (text !== undefined) names.set(item.contentItemId, text)
      }
    }
    return names
  }
}

const placeOf = ({ technicalName }: Field, id: string): string => `${technicalName} ${id}`

const idsIn = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : [value]).filter((each): each is string => typeof each === 'string')

/** A name that a cell with several can be cut at, or that looks like an id, would be read as something else. */
const isPlain = (name: string): boolean =>
  name !== '' && name.trim() === name && name.length <= 500 && !/[,;>\p{Cc}]/u.test(name) && !isId(name)

async function codesOf(trx: Transaction, tenantId: string, field: Field, ids: readonly string[]) {
  const codes = await findCodesOfConcepts(trx, tenantId, ids)
  const concepts = new Map(
    [...(await findConceptsByCode(trx, tenantId, [...new Set(codes.values())]))].map(([code, found]) => [
      code,
      found.map((each) => ({ ...each, isWhole: false })),
    ]),
  )
  const isRead = (id: string, code: string) => {
    const { found } = conceptIdsOf({ kind: 'names', field, names: [code], column: '' }, { concepts, media: new Map() })
    return found.length === 1 && found[0] === id
  }
  return new Map([...codes].filter(([id, code]) => isRead(id, code)))
}

async function fileNamesOf(trx: Transaction, tenantId: string, ids: readonly string[]) {
  const all = await findFileNamesOfMedia(trx, tenantId, ids)
  const found = await findMediaByFileName(trx, tenantId, [...new Set([...all.values()].flat())])
  const isRead = (id: string, name: string) => found.get(name)?.length === 1 && found.get(name)?.[0] === id
  return new Map(
    [...all].flatMap(([id, names]): [string, string][] => {
      const name = names.toSorted().find((each) => isRead(id, each) && isPlain(each))
      return name === undefined ? [] : [[id, name]]
    }),
  )
}
