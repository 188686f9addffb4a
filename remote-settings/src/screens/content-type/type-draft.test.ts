import type { ContentType } from '@pim/contract'
import { describe, expect, it } from '@rstest/core'
import {
  addField,
  byGroup,
  changeCount,
  changeField,
  changeGroups,
  changeType,
  draftOf,
  inputOf,
  isOvertaken,
  moveField,
  rebased,
  removeField,
  stepField,
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
      ['seo', 1],
      [undefined, 1],
    ])
  })

  const ordered = (): ContentType => ({
    ...stored,
    groups: ['basics', 'seo'].map((technicalName) => ({ technicalName, friendlyName: {} })),
    fields: [
      { technicalName: 'a', friendlyName: {}, type: 'text', group: 'basics' },
      { technicalName: 'b', friendlyName: {}, type: 'text', group: 'seo' },
      { technicalName: 'c', friendlyName: {}, type: 'text', group: 'basics' },
    ],
  })
  const shown = (draft: ReturnType<typeof draftOf>) =>
    byGroup(draft).map(({ group, fields }) => [group?.technicalName, ...fields.map(({ key }) => key)].join(' '))

  it('steps a field through its group and into the next one, and counts that as one change', () => {
    const draft = stepField(draftOf(ordered()), 'a', 1)
    expect(shown(draft)).toEqual(['basics c a', 'seo b'])
    expect(changeCount(draft)).toBe(1)
    const over = stepField(draft, 'a', 1)
    expect(shown(over)).toEqual(['basics c', 'seo a b'])
    expect(shown(stepField(over, 'a', -1))).toEqual(['basics c a', 'seo b'])
    expect(stepField(over, 'b', 1)).toBe(over)
  })

  it('puts a dragged field into the place and the group of the one it is dropped on', () => {
    expect(shown(moveField(draftOf(ordered()), 'c', 'b'))).toEqual(['basics a', 'seo c b'])
  })

  it('keeps the fields of a group that goes', () => {
    const draft = changeGroups(draftOf(ordered()), [{ technicalName: 'seo', friendlyName: {} }])
    expect(shown(draft)).toEqual(['seo b', ' a c'])
  })

  it('goes on top of what others did, and names what both have changed', () => {
    const mine = changeField(removeField(changeField(draftOf(ordered()), 'a', { required: 'onPublish' }), 'c'), 'b', {
      unique: 'tenant',
    })
    const theirs = ordered()
    theirs.friendlyName = { 'en-US': 'Goods' }
    theirs.fields = [
      ...theirs.fields.map((field) => (field.technicalName === 'b' ? { ...field, localizable: false } : field)),
      { technicalName: 'd', friendlyName: {}, type: 'text' },
    ]
    const { draft, conflicts } = rebased(mine, theirs)
    expect(conflicts).toEqual(['b'])
    expect(inputOf(draft)).toEqual({
      ...theirs,
      fields: [
        { ...ordered().fields[0], required: 'onPublish' },
        { ...ordered().fields[1], unique: 'tenant' },
        theirs.fields[3],
      ],
    })
  })
})
