import type { ContentType } from '@pim/contract'
import { describe, group, seoFields, seoGroup } from './describe.ts'
import { labelOf } from './labels.ts'

export const article: ContentType = {
  technicalName: 'article',
  friendlyName: labelOf('Article'),
  description: labelOf('Something to read: a guide, a story, a piece of news.'),
  kind: 'user',
  titleField: 'title',
  groups: [group('story', 'Story'), group('placement', 'Placement'), seoGroup],
  fields: [
    describe('title', 'Title', 'text', 'Says what the reader gets.', {
      group: 'story',
      required: 'onPublish',
      settings: { maxLength: 150 },
    }),
    describe('teaser', 'Teaser', 'longText', 'Two or three sentences for lists and for the top of the page.', {
      group: 'story',
      required: 'onPublish',
      settings: { maxLength: 400 },
    }),
    describe('heroImage', 'Picture at the top', 'media', 'Wide, and calm enough for text on it.', {
      group: 'story',
      localizable: false,
      settings: { mimeTypes: ['image/*'] },
    }),
    describe('body', 'Text', 'richText', '', { group: 'story', required: 'onPublish' }),
    describe('author', 'Author', 'text', '', { group: 'placement', localizable: false, settings: { maxLength: 100 } }),
    describe('date', 'Date', 'date', 'What readers see as its date.', { group: 'placement', localizable: false }),
    describe('topics', 'Topics', 'concepts', 'What it is about; lists of articles are built from this.', {
      group: 'placement',
      localizable: false,
    }),
    describe('isFeatured', 'On the front page', 'boolean', '', { group: 'placement', localizable: false }),
    describe('products', 'Products in it', 'links', 'Shown beside the text.', {
      group: 'placement',
      localizable: false,
      settings: { contentTypeTechnicalNames: ['product'] },
    }),
    describe('further', 'Read on', 'links', '', {
      group: 'placement',
      localizable: false,
      settings: { contentTypeTechnicalNames: ['article'] },
    }),
    ...seoFields('title'),
  ],
}
