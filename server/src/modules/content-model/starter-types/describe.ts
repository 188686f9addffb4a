import type { Field, FieldType } from '@pim/contract'
import { labelOf } from './labels.ts'

type Rest = Partial<Omit<Field, 'technicalName' | 'friendlyName' | 'type' | 'helpText'>>

export const describe = (
  technicalName: string,
  friendlyName: string,
  type: FieldType,
  helpText: string,
  rest: Rest = {},
): Field => ({
  technicalName,
  friendlyName: labelOf(friendlyName),
  ...(helpText !== '' && { helpText: labelOf(helpText) }),
  type,
  ...rest,
})

export const group = (technicalName: string, friendlyName: string) => ({
  technicalName,
  friendlyName: labelOf(friendlyName),
})

export const options = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([code, label]) => ({ code, label: labelOf(label) }))

export const seoGroup = group('seo', 'Search engines')

/** The fields that search engines read: slug, title and description of a page. */
export const seoFields = (sourceField: string): Field[] => [
  describe(
    'slug',
    'Address',
    'slug',
    'The last part of the page’s address. Changing it breaks links that others have made.',
    {
      group: 'seo',
      unique: 'variation',
      settings: { sourceField, maxLength: 120 },
    },
  ),
  describe(
    'metaTitle',
    'Title in search results',
    'text',
    'Up to 60 characters are shown. Left empty, the title is used.',
    {
      group: 'seo',
      settings: { maxLength: 70 },
    },
  ),
  describe(
    'metaDescription',
    'Text in search results',
    'longText',
    'One or two sentences that make people want to come; up to 160 characters are shown.',
    { group: 'seo', settings: { maxLength: 200 } },
  ),
]
