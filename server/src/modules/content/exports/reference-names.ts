import type { ContentType, Field } from '@pim/contract'
import { behaviourOf } from '@pim/field-types'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { findTypeByName } from '../../content-model/index.ts'
import { findCodesOfConcepts, findConceptsByCode } from '../../taxonomies/index.ts'
import { isShared, slotOf } from '../domain/values.ts'
import { conceptIdsOf, isOfConcepts, isOfMedia } from '../imports/named-things.ts'
import { isId } from '../imports/read-cells.ts'
import { loadItems } from '../store/load.ts'
import { findFileNamesOfMedia, findMediaByFileName } from '../store/media-name.repository.ts'

/** By the name of a link field: the unique field by whose values a file names its items. */
export type LinkKeys = ReadonlyMap<string, Field>

const isOfLinks = (type: string): boolean => type === 'link' || type === 'links'

export const isReference = ({ type }: Field): boolean => isOfLinks(type) || isOfConcepts(type) || isOfMedia(type)

/** Of each field whose links lead to one content type with a unique field: that field; one that all variations share before others. */
export async function findLinkKeys(trx: Transaction, tenantId: string, fields: readonly Field[]): Promise<LinkKeys> {
  const keys = new Map<string, Field>()
  for (const field of fields) {
    if (!isOfLinks(field.type)) continue
    const { contentTypeTechnicalNames: names = [] } = behaviourOf(field).settings as {
      contentTypeTechnicalNames?: string[]
    }
    const [name] = names
    if (name === undefined || names.length > 1) continue
    const stored = await findTypeByName(trx, tenantId, name)
    const key = stored && keyOf(stored.type)
    if (key !== undefined) keys.set(field.technicalName, key)
  }
  return keys
}

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
      const names = isOfConcepts(field.type)
        ? await codesOf(trx, tenantId, field, ids)
        : isOfMedia(field.type)
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
    if (isOfLinks(field.type) && names.includes(null)) return undefined
    return names.map((name, at) => name ?? ids[at] ?? '')
  }

  #isNamed({ type, technicalName }: Field): boolean {
    return isOfConcepts(type) || isOfMedia(type) || this.#keys.has(technicalName)
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
    const key = this.#keys.get(technicalName)
    if (key === undefined) return names
    for (let at = 0; at < ids.length; at += itemsAtOnce) {
      const some = ids.slice(at, at + itemsAtOnce)
      for (const { item } of await loadItems(trx, tenantId, some, { lock: false })) {
        if (item.isDeleted) continue
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
    const { found } = conceptIdsOf({ kind: 'names', field, names: [code] }, { concepts, media: new Map() })
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
