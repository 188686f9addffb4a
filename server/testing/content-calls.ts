import type { ContentType, ContentVariation, CreatedItem, Field, UpdateRequest } from '@pim/contract'
import { contract } from '@pim/contract'
import type { TestServer, TestTenant } from './test-server.ts'

/** Content types for tests of content, and short methods for the calls that they make. */

const field = (technicalName: string, more: Partial<Field> = {}): Field => ({
  technicalName,
  friendlyName: { 'en-US': technicalName },
  type: 'text',
  ...more,
})

export const articleType: ContentType = {
  technicalName: 'article',
  friendlyName: { 'en-US': 'Article' },
  kind: 'user',
  titleField: 'title',
  fields: [
    field('title', { required: 'onPublish' }),
    field('summary', { settings: { maxLength: 20 } }),
    field('tone', { defaultValue: 'neutral' }),
    field('sku', { localizable: false, unique: 'tenant' }),
    field('code', { unique: 'contentType', settings: { uniqueIgnoresCase: false } }),
    field('slug', { unique: 'variation' }),
    field('weight', { type: 'integer', localizable: false }),
    field('related', { type: 'links' }),
    field('cover', { type: 'media' }),
    field('topics', { type: 'concepts' }),
  ],
}

export const imageType: ContentType = {
  technicalName: 'image',
  friendlyName: { 'en-US': 'Image' },
  kind: 'media',
  fields: [field('alt'), field('file', { type: 'binary' })],
}

export async function putType(server: TestServer, tenant: TestTenant, type: ContentType): Promise<void> {
  await server.ok(contract.contentModel.seedContentTypes, {
    tenant: tenant.externalId,
    body: { contentTypes: [type], allowDataLoss: true },
  })
}

export class ContentCalls {
  readonly server: TestServer
  readonly tenant: TestTenant
  readonly #caller: { readonly tenant: string }

  constructor(server: TestServer, tenant: TestTenant) {
    this.server = server
    this.tenant = tenant
    this.#caller = { tenant: tenant.externalId }
  }

  create(name = 'An article', technicalContentTypeName = 'article'): Promise<CreatedItem> {
    const query = { name, technicalContentTypeName }
    return this.server.ok(contract.contentItem.createItem, { query, ...this.#caller })
  }

  /** The content variations of an item. */
  list(contentItemId: string, includeDeleted = false): Promise<ContentVariation[]> {
    return this.server.ok(contract.contentItem.getItemVariations, {
      params: { contentItemId },
      query: { includeDeleted },
      ...(includeDeleted && { as: 'editor' }),
      ...this.#caller,
    })
  }

  /** The content variations of an item, by language of the tenant's first variations. */
  async variations(contentItemId: string, includeDeleted = false): Promise<Record<string, ContentVariation>> {
    const list = await this.list(contentItemId, includeDeleted)
    const languages = new Map(Object.entries(this.tenant.variations).map(([language, id]) => [id, language]))
    return Object.fromEntries(list.map((each) => [languages.get(each.variationId) ?? each.variationId, each]))
  }

  /** Creates an item; returns the ids of its content variations by language. */
  async make(values: Readonly<Record<string, unknown>> = {}, name?: string): Promise<Made> {
    const { contentItemId } = await this.create(name)
    const all = await this.variations(contentItemId)
    const ids = Object.fromEntries(Object.entries(all).map(([language, each]) => [language, each.contentVariationId]))
    const made: Made = {
      contentItemId,
      en: ids['en-US'] ?? '',
      sv: ids['sv-SE'] ?? '',
      de: ids['de-DE'] ?? '',
      at: ids['de-AT'] ?? '',
    }
    if (Object.keys(values).length > 0) await this.update(made.en, values)
    return made
  }

  update(
    contentVariationId: string,
    values: Readonly<Record<string, unknown>>,
    more: Partial<UpdateRequest> = {},
  ): Promise<ContentVariation> {
    return this.server.ok(contract.contentVariation.updateVariation, {
      body: updateOf(contentVariationId, values, more),
      ...this.#caller,
    })
  }

  get(contentVariationId: string): Promise<ContentVariation> {
    return this.server.ok(contract.contentVariation.getVariation, { params: { contentVariationId }, ...this.#caller })
  }

  live(contentVariationId: string): Promise<ContentVariation> {
    return this.server.ok(contract.contentVariation.getPublishedVariation, {
      params: { contentVariationId },
      ...this.#caller,
    })
  }

  step(
    step: 'publish' | 'unpublish' | 'draft' | 'archive' | 'discard',
    contentVariationId: string,
    query: { baseVersion?: number } = {},
  ): Promise<ContentVariation> {
    return this.server.ok(contract.contentVariation[step], { params: { contentVariationId }, query, ...this.#caller })
  }
}

export interface Made {
  readonly contentItemId: string
  readonly en: string
  readonly sv: string
  readonly de: string
  readonly at: string
}

export const updateOf = (
  contentVariationId: string,
  values: Readonly<Record<string, unknown>>,
  more: Partial<UpdateRequest> = {},
): UpdateRequest => ({
  contentVariationId,
  fields: Object.entries(values).map(([technicalFieldName, value]) => ({ technicalFieldName, value })),
  ...more,
})

/** The values of a content variation by field. */
export const valuesOf = (variation: ContentVariation): Record<string, unknown> =>
  Object.fromEntries(Object.entries(variation.fields).map(([name, state]) => [name, state.value]))
