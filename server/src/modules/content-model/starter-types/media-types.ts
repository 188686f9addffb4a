import type { ContentType } from '@pim/contract'
import { describe, group, options } from './describe.ts'
import { labelOf } from './labels.ts'

const fileGroup = group('file', 'File')
const rightsGroup = group('rights', 'Rights')

const rights = [
  describe('credit', 'Credit', 'text', 'Who made it, as it has to be named.', {
    group: 'rights',
    localizable: false,
    settings: { maxLength: 200 },
  }),
  describe('licence', 'Licence', 'select', 'What we may do with it.', {
    group: 'rights',
    localizable: false,
    settings: {
      options: options({
        own: 'Our own',
        unlimited: 'Bought, without limit',
        limited: 'Bought, with limits',
        press: 'Press only',
        open: 'Open licence',
      }),
    },
  }),
  describe('usableUntil', 'May be used until', 'date', 'Left empty: for ever.', {
    group: 'rights',
    localizable: false,
  }),
]

const keywords = describe('keywords', 'Keywords', 'concepts', 'What it shows; this is how colleagues find it.', {
  group: 'file',
  localizable: false,
})

export const image: ContentType = {
  technicalName: 'image',
  friendlyName: labelOf('Image'),
  description: labelOf('A picture, with what it shows said in words.'),
  kind: 'media',
  groups: [fileGroup, rightsGroup],
  fields: [
    describe('file', 'File', 'binary', '', {
      group: 'file',
      required: 'onPublish',
      localizable: false,
      settings: { mimeTypes: ['image/*'] },
    }),
    describe(
      'altText',
      'Alternative text',
      'text',
      'What somebody who cannot see it should know. Not “picture of …”.',
      {
        group: 'file',
        required: 'onPublish',
        settings: { maxLength: 250 },
      },
    ),
    describe('caption', 'Caption', 'longText', 'Stands below it, for everybody.', {
      group: 'file',
      settings: { maxLength: 500 },
    }),
    keywords,
    ...rights,
  ],
}

export const document: ContentType = {
  technicalName: 'document',
  friendlyName: labelOf('Document'),
  description: labelOf('A file to download: a manual, a data sheet, a certificate.'),
  kind: 'media',
  titleField: 'title',
  groups: [fileGroup, rightsGroup],
  fields: [
    // One file for each language: a manual is translated as a whole.
    describe('file', 'File', 'binary', 'A language without a file of its own shows that of its fallback.', {
      group: 'file',
      required: 'onPublish',
    }),
    describe('title', 'Title', 'text', 'What the download is called on the page.', {
      group: 'file',
      required: 'onPublish',
      settings: { maxLength: 200 },
    }),
    describe('documentKind', 'Kind', 'select', '', {
      group: 'file',
      localizable: false,
      settings: {
        options: options({
          manual: 'Manual',
          dataSheet: 'Data sheet',
          certificate: 'Certificate',
          assembly: 'Assembly plan',
          brochure: 'Brochure',
          other: 'Other',
        }),
      },
    }),
    describe('description', 'Description', 'longText', '', { group: 'file', settings: { maxLength: 500 } }),
    keywords,
    ...rights,
  ],
}

export const video: ContentType = {
  technicalName: 'video',
  friendlyName: labelOf('Video'),
  description: labelOf('A film, with its words written down.'),
  kind: 'media',
  titleField: 'title',
  groups: [fileGroup, rightsGroup],
  fields: [
    describe('file', 'File', 'binary', '', {
      group: 'file',
      required: 'onPublish',
      settings: { mimeTypes: ['video/*'] },
    }),
    describe('title', 'Title', 'text', '', { group: 'file', required: 'onPublish', settings: { maxLength: 200 } }),
    describe('description', 'Description', 'longText', 'What it shows, in a few sentences.', {
      group: 'file',
      settings: { maxLength: 1_000 },
    }),
    describe('transcript', 'Transcript', 'longText', 'Everything that is said, for those who cannot hear it.', {
      group: 'file',
    }),
    describe('poster', 'Still picture', 'media', 'Shown until it plays.', {
      group: 'file',
      localizable: false,
      settings: { mimeTypes: ['image/*'] },
    }),
    keywords,
    ...rights,
  ],
}
