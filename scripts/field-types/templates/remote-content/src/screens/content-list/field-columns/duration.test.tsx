import type { ContentType } from '@pim/contract'
import { expect, it } from '@rstest/core'
import { fieldColumns } from './field-columns.tsx'

it('has a column that is as wide as its facts say, with its figures below each other', () => {
  const type: ContentType = {
    technicalName: 'film',
    friendlyName: {},
    kind: 'user',
    fields: [{ technicalName: 'length', friendlyName: {}, type: 'duration' }],
  }
  const none = { variations: undefined, page: undefined, chosenTypes: [], languageCode: 'en-US' }
  expect(fieldColumns({ types: [type], ...none })).toMatchObject([{ align: 'right', width: 120 }])
})
