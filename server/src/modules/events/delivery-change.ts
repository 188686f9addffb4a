import { z } from 'zod'
import { CommitTopic } from '../../platform/database/commit-messages.ts'
import type { Payload, Transaction } from '../../platform/database/transaction.ts'

const touchedListSchema = z.object({
  contentTypeId: z.string(),
  variationId: z.string(),
  /** Rows came or went, or go to other targets now. */
  rows: z.boolean(),
  /** The name of a row is another. */
  name: z.boolean(),
  /** The fields whose values differ; left out: it may be any. */
  fields: z.array(z.string()).readonly().optional(),
  /** Fingerprints of all keys that the rows had and have; left out: they may be any. See `keyFingerprint`. */
  keys: z.array(z.number()).readonly().optional(),
})

/** A change among the delivered content of one type in one variation, and what tells it apart from the rows before. */
export type TouchedList = Readonly<z.infer<typeof touchedListSchema>>

const touchedSchema = z.object({
  /** Items that were published, changed while live, or withdrawn. */
  items: z.array(z.string()).readonly().optional(),
  /** The lists that these items stand in, or stood in. */
  lists: z.array(touchedListSchema).readonly().optional(),
  /** Content types. */
  model: z.boolean().optional(),
  /** The tenant's variations. */
  variations: z.boolean().optional(),
})

/** What a change touches of what delivery answers with. */
export type TouchedDelivery = Readonly<z.infer<typeof touchedSchema>>

class Collected {
  tenantId = ''
  readonly items = new Set<string>()
  readonly lists = new Map<string, TouchedList>()
  model = false
  variations = false
}

/** The name of the notification that tells every server what it may no longer deliver from memory. */
export const deliveryChanged = 'delivery-changed'

const changes = new CommitTopic<Collected>({
  name: deliveryChanged,
  start: () => new Collected(),
  payloadsOf: ({ tenantId, items, lists, model, variations }): [Payload, Payload, Payload] => {
    const touched = { items: [...items], lists: [...lists.values()], model, variations }
    const withoutKeys = { ...touched, lists: touched.lists.map(({ keys: _keys, ...list }) => list) }
    return [{ tenantId, touched }, { tenantId, touched: withoutKeys }, { tenantId }]
  },
})

/**
 * Tells every server what a transaction touches: once for all that it touches, when it commits. Where that is too much
 * for one notification, it names the tenant alone, and then all that the tenant delivers counts as touched.
 */
export function notifyDelivery(trx: Transaction, tenantId: string, touched: TouchedDelivery): void {
  const collected = changes.in(trx)
  collected.tenantId = tenantId
  for (const item of touched.items ?? []) collected.items.add(item)
  for (const list of touched.lists ?? []) {
    const place = `${list.contentTypeId} ${list.variationId}`
    const known = collected.lists.get(place)
    collected.lists.set(place, known === undefined ? list : merged(known, list))
  }
  collected.model ||= touched.model ?? false
  collected.variations ||= touched.variations ?? false
}

const merged = (a: TouchedList, b: TouchedList): TouchedList => ({
  ...a,
  rows: a.rows || b.rows,
  name: a.name || b.name,
  fields: union(a.fields, b.fields),
  keys: union(a.keys, b.keys),
})

/** Any and something is any. */
const union = <Value>(a: readonly Value[] | undefined, b: readonly Value[] | undefined): Value[] | undefined =>
  a === undefined || b === undefined ? undefined : [...new Set([...a, ...b])]

/** What a notification says; undefined: everything that the tenant delivers may have changed. */
export function touchedOf({ touched }: Payload): TouchedDelivery | undefined {
  const { data } = touchedSchema.safeParse(touched)
  return data
}

/**
 * A key of a field as a number of 32 bits (FNV-1a), by which a notification says what rows are found by: two keys may
 * have the same one, and then an answer is made again that need not have been.
 */
export function keyFingerprint(technicalFieldName: string, key: string): number {
  const text = `${technicalFieldName} ${key}`
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}
