import type { ContentType, Field, Variation } from '@pim/contract'
import { LeftOutCounter, richTextFromHtml } from '@pim/field-types'
import type { Bundle, BundleItem, Failure } from '../bundle.ts'
import type { ItemRequest, VariationRequest } from './item-batches.ts'
import type { LeftOut } from './load-report.ts'
import type { FieldLookup } from './references.ts'
import { fieldLookup, isMarkedUp, targetOfField } from './references.ts'

export interface RequestContext {
  readonly bundle: Bundle
  readonly types: readonly ContentType[]
  /** By language; those that the bundle speaks of. */
  readonly variations: ReadonlyMap<string, Variation>
  readonly defaultLanguage: string
  /** By `<taxonomy>/<concept>`. */
  readonly concepts: ReadonlyMap<string, string>
  /** Ids of items that have no key field, by `<content type>/<key>`, as far as they are known. */
  readonly idsByName: ReadonlyMap<string, string>
  /** Items that could not be loaded, by `<content type>/<key>`: a link to one would fail the item that links. */
  readonly failed: ReadonlySet<string>
  readonly onFailure: (failure: Failure) => void
  readonly onLeftOut: (leftOut: LeftOut) => void
}

/** The two passes of a load: values first, then links between items. An item without links is complete after the first. */
export type Pass = 'values' | 'links'

export const nameOf = ({ contentType, key }: Pick<BundleItem, 'contentType' | 'key'>): string => `${contentType}/${key}`

/** Turns what a bundle says of an item into what the batch call is told. */
export function createItemRequests(context: RequestContext) {
  const { bundle, variations, defaultLanguage, concepts, idsByName, onFailure, onLeftOut } = context
  const fieldOf: FieldLookup = fieldLookup(context.types)
  const typeOfItem = new Map(bundle.items.map(({ key, contentType }) => [key, contentType]))
  const typeOfMedia = new Map(bundle.media.map(({ key, contentType }) => [key, contentType]))

  const isLink = (contentType: string, field: string) => targetOfField(fieldOf(contentType, field)) === 'item'
  const hasLinks = ({ shared, localized, contentType }: BundleItem): boolean =>
    [shared, ...Object.values(localized)].some((values) =>
      Object.keys(values).some((field) => isLink(contentType, field)),
    )

  /** The keys of a reference that lead to an item or a medium, as the batch call names them. */
  function keysOf(item: BundleItem, place: Place, keys: readonly string[], target: 'item' | 'media') {
    return keys.flatMap((key) => {
      const contentType = (target === 'media' ? typeOfMedia : typeOfItem).get(key)
      const keyField = contentType === undefined ? undefined : bundle.keyFields[contentType]
      if (contentType !== undefined && keyField !== undefined && !context.failed.has(nameOf({ contentType, key }))) {
        return [{ technicalContentTypeName: contentType, technicalFieldName: keyField, value: key as unknown }]
      }
      fail(item, place, `names ${target} ${key}, which is not there`)
      return []
    })
  }

  interface Place {
    readonly field?: string
    readonly language?: string
  }
  const fail = (item: BundleItem, place: Place, message: string) =>
    onFailure({ subject: item.key, ...place, ...(item.source !== undefined && { source: item.source }), message })

  function addValue(
    request: Building,
    item: BundleItem,
    { language, variationId }: { readonly language: string; readonly variationId: string },
    [technicalFieldName, value]: readonly [string, unknown],
  ): void {
    const field: Field | undefined = fieldOf(item.contentType, technicalFieldName)
    const place = { field: technicalFieldName, language }
    const fields = request.fieldsOf(variationId)
    const target = targetOfField(field)
    if (isMarkedUp(field) && typeof value === 'string') {
      const counter = new LeftOutCounter()
      fields.push({ technicalFieldName, value: richTextFromHtml(value, counter.note) })
      const { key: subject, source } = item
      for (const each of counter.all())
        onLeftOut({ subject, ...place, ...(source !== undefined && { source }), ...each })
    } else if (target === undefined || value === null) fields.push({ technicalFieldName, value })
    else {
      const keys = (Array.isArray(value) ? value : [value]).map(String)
      const known = target === 'concept' ? concepts : idsByName
      const named = (key: string) =>
        target === 'concept'
          ? key
          : nameOf({ contentType: (target === 'media' ? typeOfMedia : typeOfItem).get(key) ?? '', key })
      if (target === 'concept' || keys.every((key) => known.has(named(key)))) {
        const ids = keys.flatMap((key) => {
          const id = known.get(named(key))
          if (id === undefined) fail(item, place, `names ${target} ${key}, which is not there`)
          return id ?? []
        })
        if (Array.isArray(value)) fields.push({ technicalFieldName, value: ids })
        else if (ids.length > 0) fields.push({ technicalFieldName, value: ids[0] })
      } else request.links.push({ technicalFieldName, variationId, toKeys: keysOf(item, place, keys, target) })
    }
  }

  function requestOf(item: BundleItem, pass: Pass, more: ReadonlyMap<string, unknown> = new Map()): ItemRequest {
    const request = new Building()
    const ofPass = ([field]: readonly [string, unknown]) => (pass === 'links') === isLink(item.contentType, field)
    const values = new Map([[defaultLanguage, { ...item.shared, ...Object.fromEntries(more) }]])
    for (const [language, own] of Object.entries(item.localized))
      values.set(language, { ...values.get(language), ...own })
    for (const [language, own] of values) {
      const variation = variations.get(language)
      const entries = Object.entries(own).filter(ofPass)
      if (variation !== undefined) {
        for (const entry of entries) addValue(request, item, { language, variationId: variation.variationId }, entry)
      } else if (pass === 'values') {
        fail(item, { language }, `${Object.keys(own).length} values are not loaded: the tenant has no such language`)
      }
    }
    const publishes = pass === 'links' || !hasLinks(item)
    if (publishes) {
      for (const [language, { variationId }] of variations) {
        if (wantedStatus(item, language) === 'published') request.publish(variationId)
      }
    }
    const keyField = bundle.keyFields[item.contentType]
    const id = keyField === undefined ? idsByName.get(nameOf(item)) : undefined
    return {
      technicalContentTypeName: item.contentType,
      name: item.name,
      ...(keyField !== undefined && { key: { technicalFieldName: keyField, value: item.key } }),
      ...(id !== undefined && { contentItemId: id }),
      ...(request.links.length > 0 && { links: request.links }),
      variations: request.variations(),
    }
  }

  return { requestOf, hasLinks }
}

export function wantedStatus({ status = 'published' }: BundleItem, language: string): string {
  return typeof status === 'string' ? status : (status[language] ?? 'draft')
}

/** The parts of a request while they are gathered. */
class Building {
  readonly links: NonNullable<ItemRequest['links']> = []
  readonly #fields = new Map<string, NonNullable<VariationRequest['fields']>>()
  readonly #published = new Set<string>()

  fieldsOf(variationId: string): NonNullable<VariationRequest['fields']> {
    const fields = this.#fields.get(variationId) ?? []
    this.#fields.set(variationId, fields)
    return fields
  }

  publish(variationId: string): void {
    this.#published.add(variationId)
  }

  variations(): VariationRequest[] {
    return [...new Set([...this.#fields.keys(), ...this.#published])].map((variationId) => ({
      variationId,
      fields: this.#fields.get(variationId) ?? [],
      ...(this.#published.has(variationId) && { step: 'publish' as const }),
    }))
  }
}
