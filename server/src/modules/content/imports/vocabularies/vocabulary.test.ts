import type { ContentType, Field, Variation } from '@pim/contract'
import { describe, expect, it } from '@rstest/core'
import { proposeColumns } from '../propose-columns.ts'
import { vocabularies, vocabularyOf } from './vocabulary.ts'

const field = (technicalName: string, type: Field['type'], more: Partial<Field> = {}): Field => ({
  technicalName,
  friendlyName: {},
  type,
  localizable: false,
  ...more,
})
const product: ContentType = {
  technicalName: 'product',
  friendlyName: {},
  kind: 'user',
  titleField: 'title',
  fields: [
    field('title', 'text', { localizable: true }),
    field('articleNo', 'text', { friendlyName: { 'de-DE': 'Artikelnummer' }, unique: 'tenant' }),
    field('body', 'richText', { localizable: true }),
    field('manufacturer', 'text'),
    field('gtin', 'text'),
    field('price', 'price', { settings: { currencies: ['EUR'] } }),
    field('weight', 'measurement', { settings: { family: 'Weight', units: ['KILOGRAM'] } }),
    field('images', 'medias'),
    field('keywords', 'multiSelect', { settings: { options: [] } }),
    field('categories', 'concepts'),
  ],
}
const variations: Variation[] = ['en-US', 'de-DE'].map((languageCode) => ({
  variationId: languageCode,
  friendlyName: languageCode,
  languageCode,
  fallbackVariationId: null,
  isDefault: languageCode === 'en-US',
}))
/** Where each column would go, with what is said of its cells. */
const proposed = (...headings: readonly string[]) =>
  Object.fromEntries(
    proposeColumns(product, variations, new Map(headings.map((each) => [each, []])), vocabularyOf(headings)).map(
      ({ column, target, reading = {} }) => {
        const { technicalFieldName, variationId } = { technicalFieldName: undefined, variationId: undefined, ...target }
        return [column, [technicalFieldName ?? target.kind, ...(variationId ? [variationId] : []), reading]]
      },
    ),
  )

describe('the vocabulary of a shop', () => {
  it('is recognised by its own headings, whatever else a file has', () => {
    expect(vocabularies().length).toBeGreaterThan(7)
    for (const { name, recognisedBy } of vocabularies()) {
      expect(vocabularyOf(['x', ...recognisedBy])?.name).toBe(name)
      expect(vocabularyOf(recognisedBy.slice(1))?.name).not.toBe(name)
    }
    expect(vocabularyOf(['sku', 'name', 'price'])).toBeUndefined()
  })

  it('says where the columns of Shopify go, and how their cells are written', () => {
    const asked = [
      'Handle',
      'Title',
      'Body (HTML)',
      'Vendor',
      'Tags',
      'Variant SKU',
      'Variant Grams',
      'Variant Price',
      'Variant Barcode',
      'Image Src',
    ]
    expect(proposed(...asked)).toEqual({
      Handle: ['ignored', {}],
      Title: ['title', {}],
      'Body (HTML)': ['body', { markup: 'html' }],
      Vendor: ['manufacturer', {}],
      Tags: ['keywords', {}],
      'Variant SKU': ['articleNo', {}],
      // The field has no grams: somebody has to say what the numbers are.
      'Variant Grams': ['weight', { numbers: 'point' }],
      'Variant Price': ['price', { numbers: 'point' }],
      'Variant Barcode': ['gtin', {}],
      'Image Src': ['images', {}],
    })
  })

  it('leaves the unit of a weight to the column beside it', () => {
    const headings = ['Handle', 'Body (HTML)', 'Variant SKU', 'Variant Weight', 'Variant Weight Unit']
    expect(proposed(...headings)).toMatchObject({
      'Variant Weight': ['weight', { codeColumn: 'Variant Weight Unit', numbers: 'point' }],
      'Variant Weight Unit': ['ignored', {}],
    })
  })

  it('knows paths, lists and units of WooCommerce and Magento', () => {
    expect(
      proposed('SKU', 'Name', 'Regular price', 'Short description', 'Images', 'Categories', 'Weight (kg)'),
    ).toMatchObject({
      Categories: ['categories', { path: '>' }],
      'Weight (kg)': ['weight', { unit: 'KILOGRAM' }],
      Images: ['images', {}],
    })
    expect(
      proposed('sku', 'attribute_set_code', 'product_type', 'categories', 'base_image', 'additional_images'),
    ).toMatchObject({
      categories: ['categories', { list: ',', path: '/' }],
      base_image: ['images', {}],
      additional_images: ['images', { list: ',' }],
    })
  })

  it('knows BMEcat and the feeds of Google by the names that their elements give to columns', () => {
    const bmecat = [
      'SUPPLIER_AID',
      'DESCRIPTION_SHORT [de]',
      'DESCRIPTION_LONG [de]',
      'KEYWORD [de]',
      'Feature: Weight (kg)',
      'Price: net_list (EUR)',
      'Price: net_list, from 10 (EUR)',
      'MIME_SOURCE [normal]',
      'MIME_SOURCE [data_sheet]',
      'Catalogue group',
    ]
    expect(proposed(...bmecat)).toEqual({
      SUPPLIER_AID: ['articleNo', {}],
      'DESCRIPTION_SHORT [de]': ['title', 'de-DE', {}],
      'DESCRIPTION_LONG [de]': ['body', 'de-DE', { markup: 'html' }],
      'KEYWORD [de]': ['keywords', { list: '\n' }],
      'Feature: Weight (kg)': ['weight', { unit: 'KILOGRAM' }],
      'Price: net_list (EUR)': ['price', { numbers: 'point', currency: 'EUR' }],
      'Price: net_list, from 10 (EUR)': ['ignored', {}],
      'MIME_SOURCE [normal]': ['images', { list: '\n' }],
      'MIME_SOURCE [data_sheet]': ['ignored', {}],
      'Catalogue group': ['categories', { list: '\n', path: '>' }],
    })
    const feed = ['g:id', 'title', 'g:image_link', 'g:additional_image_link', 'g:availability', 'g:price', 'g:gtin']
    expect(vocabularyOf(feed)?.name).toBe('Google Merchant Center')
    expect(proposed(...feed)).toMatchObject({
      'g:id': ['articleNo', {}],
      'g:price': ['price', { numbers: 'point' }],
      'g:gtin': ['gtin', {}],
      'g:additional_image_link': ['images', { list: ',' }],
    })
  })

  it('takes a language behind a heading', () => {
    const asked = ['family', 'enabled', 'categories', 'groups', 'name-en_US', 'description-de_DE']
    expect(proposed(...asked)).toMatchObject({
      'name-en_US': ['title', 'en-US', {}],
      'description-de_DE': ['body', 'de-DE', { markup: 'html' }],
    })
  })
})
