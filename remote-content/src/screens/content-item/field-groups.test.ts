import type { ContentType } from '@pim/contract'
import { describe, expect, it } from '@rstest/core'
import { fieldGroups } from './field-groups.ts'

const field = (technicalName: string, group?: string) => ({
  technicalName,
  friendlyName: {},
  type: 'text' as const,
  ...(group ? { group } : {}),
})
const type: ContentType = {
  technicalName: 'camera',
  friendlyName: { 'en-US': 'Camera' },
  kind: 'user',
  groups: [
    { technicalName: 'basics', friendlyName: { 'en-US': 'Basics', 'de-DE': 'Allgemeines' } },
    { technicalName: 'empty', friendlyName: { 'en-US': 'Empty' } },
  ],
  fields: [field('loose'), field('title', 'basics'), field('lost', 'gone')],
}

describe('groups of fields', () => {
  it('come in the order of the type, without empty ones, and lose no field', () => {
    const groups = fieldGroups(type, 'de-DE', 'Other')
    expect(groups.map(({ label, fields }) => [label, fields.map(({ technicalName }) => technicalName)])).toEqual([
      ['Allgemeines', ['title']],
      ['Other', ['loose', 'lost']],
    ])
  })
})
