import type { ContentType } from '@pim/contract'
import { describe, expect, it } from '@rstest/core'
import {
  addField,
  byGroup,
  changeCount,
  changeField,
  changeType,
  draftOf,
  inputOf,
  isOvertaken,
  removeField,
} from './type-draft.ts'

const stored: ContentType = {
  technicalName: 'product',
  friendlyName: { 'en-US': 'Product' },
  kind: 'user',
  titleField: 'title',
  groups: [{ technicalName: 'seo', friendlyName: { 'en-US': 'SEO' } }],
  fields: [
    { technicalName: 'title', friendlyName: { 'en-US': 'Title' }, type: 'text', required: 'onPublish' },
    { technicalName: 'slug', friendlyName: { 'en-US': 'Slug' }, type: 'slug', group: 'seo' },
  ],
}
const draft = draftOf(stored)

describe('a draft of a content type', () => {
  it('that nothing was done to says what is stored', () => {
    expect(inputOf(draft)).toEqual(stored)
    expect(changeCount(draft)).toBe(0)
  })

  it('keeps the values of a field that is called otherwise, and the title where it is', () => {
    const renamed = changeField(draft, 'title', { technicalName: 'headline' })
    expect(inputOf(renamed).fields[0]).toMatchObject({ technicalName: 'headline', renamedFrom: 'title' })
    expect(inputOf(renamed).titleField).toBe('headline')
    expect(changeCount(changeField(renamed, 'title', { technicalName: 'title' }))).toBe(0)
  })

  it('drops a field, and with it the title that it was', () => {
    const without = removeField(draft, 'title')
    expect(inputOf(without).fields.map(({ technicalName }) => technicalName)).toEqual(['slug'])
    expect(inputOf(without).titleField).toBeUndefined()
    expect(changeCount(without)).toBe(2)
    expect(changeCount(removeField(draft, 'slug'))).toBe(1)
  })

  it('takes a new field, which has no values to keep', () => {
    const more = addField(draft, { technicalName: 'care', friendlyName: { 'en-US': 'Care' }, type: 'longText' })
    expect(inputOf(more).fields[2]).toEqual({
      technicalName: 'care',
      friendlyName: { 'en-US': 'Care' },
      type: 'longText',
    })
    expect(changeCount(changeType(more, { friendlyName: { 'en-US': 'Goods' } }))).toBe(2)
  })

  it('knows when somebody else was faster', () => {
    expect(isOvertaken(draft, stored)).toBe(false)
    expect(isOvertaken(draft, { ...stored, friendlyName: { 'en-US': 'Goods' } })).toBe(true)
  })

  it('shows its fields by group, those without one first', () => {
    expect(byGroup(draft).map(({ group, fields }) => [group?.technicalName, fields.length])).toEqual([
      [undefined, 1],
      ['seo', 1],
    ])
  })
})
