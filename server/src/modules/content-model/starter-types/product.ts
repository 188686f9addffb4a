import type { ContentType } from '@pim/contract'
import { describe, group, options, seoFields, seoGroup } from './describe.ts'
import { labelOf } from './labels.ts'

const imagesOnly = { mimeTypes: ['image/*'] }

export const product: ContentType = {
  technicalName: 'product',
  friendlyName: labelOf('Product'),
  description: labelOf('Something that is sold: what it is, how it looks, what it costs and what goes with it.'),
  kind: 'user',
  titleField: 'title',
  groups: [
    group('basics', 'Basics'),
    group('media', 'Pictures and files'),
    group('specification', 'Specification'),
    group('sale', 'Price and sale'),
    group('related', 'Goes with'),
    seoGroup,
  ],
  fields: [
    describe(
      'title',
      'Title',
      'text',
      'What customers call it. No article number, no colour unless it is the only one.',
      {
        group: 'basics',
        required: 'onPublish',
        settings: { maxLength: 150 },
      },
    ),
    describe('sku', 'Article number', 'identifier', 'Our own number. It never changes and is never used twice.', {
      group: 'basics',
      required: 'onPublish',
      localizable: false,
      unique: 'tenant',
      settings: { kind: 'sku', maxLength: 60 },
    }),
    describe('gtin', 'GTIN', 'identifier', 'The number under the bar code, with its check digit.', {
      group: 'basics',
      localizable: false,
      unique: 'tenant',
      settings: { kind: 'gtin' },
    }),
    describe('brand', 'Brand', 'text', '', { group: 'basics', localizable: false, settings: { maxLength: 100 } }),
    describe(
      'categories',
      'Categories',
      'concepts',
      'Where customers would look for it. The first one is the main one.',
      {
        group: 'basics',
        localizable: false,
      },
    ),
    describe('summary', 'Summary', 'longText', 'Two sentences for lists and cards: what it is and why it is good.', {
      group: 'basics',
      required: 'onPublish',
      settings: { maxLength: 300 },
    }),
    describe('description', 'Description', 'richText', 'What somebody who is about to buy wants to know.', {
      group: 'basics',
      required: 'onPublish',
    }),
    describe('highlights', 'Highlights', 'group', 'Three to five points; the first words count most.', {
      group: 'basics',
      settings: {
        max: 8,
        fields: [
          describe('point', 'Point', 'text', '', { settings: { maxLength: 80 } }),
          describe('explanation', 'Explanation', 'longText', '', { settings: { maxLength: 300 } }),
        ],
      },
    }),
    describe('mainImage', 'Main picture', 'media', 'Alone on a plain ground. Lists show it.', {
      group: 'media',
      localizable: false,
      settings: imagesOnly,
    }),
    describe(
      'gallery',
      'More pictures',
      'medias',
      'In use, from behind, in detail; in the order in which they are shown.',
      {
        group: 'media',
        localizable: false,
        settings: imagesOnly,
      },
    ),
    describe('documents', 'Documents', 'medias', 'Manuals, safety sheets, assembly plans.', { group: 'media' }),
    describe('color', 'Colour', 'color', '', {
      group: 'specification',
      localizable: false,
      settings: { alpha: false },
    }),
    describe('material', 'Material', 'text', '', { group: 'specification', settings: { maxLength: 200 } }),
    describe('weight', 'Weight', 'measurement', 'Without its packaging.', {
      group: 'specification',
      localizable: false,
      settings: { family: 'Weight', defaultUnit: 'GRAM', min: 0 },
    }),
    ...(['width', 'height', 'depth'] as const).map((side) =>
      describe(side, { width: 'Width', height: 'Height', depth: 'Depth' }[side], 'measurement', '', {
        group: 'specification',
        localizable: false,
        settings: { family: 'Length', defaultUnit: 'CENTIMETER', min: 0 },
      }),
    ),
    describe('capacity', 'Capacity', 'measurement', 'How much goes in.', {
      group: 'specification',
      localizable: false,
      settings: { family: 'Volume', defaultUnit: 'LITER', min: 0 },
    }),
    describe('specifications', 'Further specifications', 'table', 'What has no field of its own, line by line.', {
      group: 'specification',
      settings: {
        columns: [
          { technicalName: 'name', friendlyName: labelOf('Name'), type: 'text' },
          { technicalName: 'value', friendlyName: labelOf('Value'), type: 'text' },
        ],
      },
    }),
    describe('care', 'Use and care', 'richText', '', { group: 'specification' }),
    describe('price', 'Price', 'price', 'With tax, one amount for each currency.', {
      group: 'sale',
      localizable: false,
      settings: { min: 0 },
    }),
    describe('availability', 'Availability', 'select', '', {
      group: 'sale',
      localizable: false,
      settings: {
        options: options({
          announced: 'Announced',
          inStock: 'In stock',
          onOrder: 'Made to order',
          soldOut: 'Sold out',
          discontinued: 'Discontinued',
        }),
      },
    }),
    describe('availableFrom', 'Available from', 'date', '', { group: 'sale', localizable: false }),
    describe('warrantyYears', 'Warranty in years', 'integer', '', {
      group: 'sale',
      localizable: false,
      settings: { min: 0, max: 50 },
    }),
    describe('accessories', 'Accessories', 'links', 'What one would put into the same basket.', {
      group: 'related',
      localizable: false,
      settings: { contentTypeTechnicalNames: ['product'] },
    }),
    describe('alternatives', 'Alternatives', 'links', 'What one would buy if this were sold out.', {
      group: 'related',
      localizable: false,
      settings: { contentTypeTechnicalNames: ['product'] },
    }),
    ...seoFields('title'),
  ],
}
