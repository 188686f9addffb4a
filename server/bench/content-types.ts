import type { ContentType, Field } from '@pim/contract'

/** The content types of the bench: products, parts, articles, pictures and manuals. */

const field = (technicalName: string, type: Field['type'], more: Partial<Field> = {}): Field => ({
  technicalName,
  friendlyName: { 'en-US': technicalName },
  type,
  ...more,
})
const shared = { localizable: false } as const

export const brands = Array.from({ length: 40 }, (_, at) => `brand-${at + 1}`)
export const colours = ['red', 'blue', 'green', 'black', 'white', 'silver', 'gold', 'brown', 'pink', 'grey']
const options = (codes: readonly string[]) => ({
  settings: { options: codes.map((code) => ({ code, label: { 'en-US': code } })) },
})

export const benchTypes: readonly ContentType[] = [
  {
    technicalName: 'product',
    friendlyName: { 'en-US': 'Product' },
    kind: 'user',
    titleField: 'title',
    fields: [
      field('title', 'text', { required: 'onPublish' }),
      field('sku', 'text', { ...shared, unique: 'tenant', required: 'onPublish' }),
      field('description', 'longText'),
      field('brand', 'select', { ...shared, ...options(brands) }),
      field('colour', 'select', { ...shared, ...options(colours) }),
      field('price', 'price', { ...shared, settings: { currencies: ['EUR', 'USD'] } }),
      field('weight', 'measurement', { ...shared, settings: { family: 'mass' } }),
      field('inStock', 'boolean', shared),
      field('stock', 'integer', shared),
      field('launchedAt', 'date', shared),
      field('categories', 'concepts', shared),
      field('related', 'links', shared),
      field('cover', 'media', shared),
    ],
  },
  {
    technicalName: 'part',
    friendlyName: { 'en-US': 'Part' },
    kind: 'user',
    titleField: 'title',
    fields: [
      field('title', 'text', { required: 'onPublish' }),
      field('sku', 'text', { ...shared, unique: 'tenant' }),
      field('length', 'decimal', shared),
      field('fits', 'links', shared),
    ],
  },
  {
    technicalName: 'article',
    friendlyName: { 'en-US': 'Article' },
    kind: 'user',
    titleField: 'title',
    fields: [
      field('title', 'text', { required: 'onPublish' }),
      field('body', 'longText'),
      field('author', 'text'),
      field('publishedOn', 'date'),
      field('topics', 'concepts'),
    ],
  },
  {
    technicalName: 'picture',
    friendlyName: { 'en-US': 'Picture' },
    kind: 'media',
    fields: [field('file', 'binary', shared), field('alt', 'text', { required: 'onPublish' }), field('credit', 'text')],
  },
  {
    technicalName: 'manual',
    friendlyName: { 'en-US': 'Manual' },
    kind: 'media',
    fields: [field('file', 'binary', shared), field('title', 'text')],
  },
]
