import type { PlanStep, SearchContentDocument, SearchInput, Status } from '@pim/contract'
import { describe, expect, it } from '@rstest/core'
import { rowSteps, rowsFor, selectionFor } from './row-steps.ts'

const row = (status: Status, hasUnpublishedChanges = false, isDeleted = false): SearchContentDocument => ({
  contentItemId: 'i',
  contentVariationId: 'v',
  variationId: 'sv',
  name: 'Kamera',
  technicalContentTypeName: 'camera',
  kind: 'user',
  status,
  hasUnpublishedChanges,
  completeness: 100,
  deliveryTargets: [],
  readiness: [],
  translation: { state: 'own', percent: 100 },
  version: 1,
  conceptIds: [],
  modifiedAt: '2026-01-01T00:00:00Z',
  modifiedBy: 'u',
  isDeleted,
})

const stepsFor = (one: SearchContentDocument) => rowSteps.filter((step) => rowsFor(step, [one]).length > 0)

describe('what can be done with many at once', () => {
  it.each([
    ['draft that was never live', row('draft'), ['publish', 'archive', 'delete']],
    ['draft over what is live', row('draft', true), ['publish', 'unpublish', 'delete']],
    ['published one', row('published'), ['unpublish', 'delete']],
    ['unpublished one', row('unpublished'), ['publish', 'archive', 'delete']],
    ['archived one', row('archived'), ['draft', 'delete']],
    ['deleted one', row('published', false, true), ['restore']],
  ])('a %s takes these steps', (_, one, steps) => {
    expect(stepsFor(one)).toEqual(steps)
  })

  it('leaves out the rows that a step is nothing for', () => {
    expect(rowsFor('delete', [row('draft'), row('draft', false, true)])).toHaveLength(1)
  })

  const list: SearchInput = { paging: { pageNumber: 3, pageSize: 25 }, filtering: { searchText: 'red' } }
  it.each<[string, PlanStep, SearchInput, SearchInput | undefined]>([
    ['any list', 'delete', list, { filtering: { searchText: 'red' } }],
    ['any list', 'draft', list, { filtering: { searchText: 'red', statuses: ['archived'] } }],
    ['drafts', 'archive', { filtering: { statuses: ['draft', 'archived'] } }, { filtering: { statuses: ['draft'] } }],
    ['drafts', 'draft', { filtering: { statuses: ['draft'] } }, undefined],
    ['any list', 'restore', list, undefined],
    ['deleted ones', 'delete', { includeDeleted: true, filtering: { isDeleted: true } }, undefined],
    ['deleted ones too', 'delete', { includeDeleted: true, filtering: {} }, { filtering: {} }],
    [
      'deleted ones too',
      'restore',
      { includeDeleted: true, filtering: {} },
      { includeDeleted: true, filtering: { isDeleted: true } },
    ],
  ])('of all in %s, %s is for a part', (_, step, input, selection) => {
    expect(selectionFor(step, input)).toEqual(selection)
  })
})
