import kitStrings from '@pim/content-kit/locales/en-US.json'
import type { BulkChange, BulkChangeRow, ChooseChanged, ContentItem, LeaveOut } from '@pim/contract'
import fieldStrings from '@pim/field-types/locales/en-US.json'
import shellStrings from '@pim/shell/locales/en-US.json'
import { createShellRecord, TestShell } from '@pim/shell/testing'
import uiStrings from '@pim/ui/locales/en-US.json'
import { afterEach, expect, it, rs } from '@rstest/core'
import { cleanup, configure, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import strings from '../../../locales/en-US.json'
import { remote } from '../../remote.tsx'

rs.setConfig({ testTimeout: 60_000 })
configure({ asyncUtilTimeout: 30_000 })
afterEach(cleanup)

/** The rehearsal of an import by a profile: what staff have changed since the last one, and what is gone from the file. */
const id = (number: number) => `00000000-0000-7000-8000-00000000000${number}`
const own = (value: unknown) => ({ value, isInherited: false, sourceVariationId: id(4) })
const counts = {
  rows: 3,
  changed: 0,
  created: 0,
  deleted: 0,
  unchanged: 1,
  problem: 0,
  leftOut: 1,
  done: 0,
  outdated: 0,
  failed: 0,
  noted: 0,
  changedSince: 1,
  gone: 1,
  known: 3,
}
const rehearsed: BulkChange = {
  bulkChangeId: id(1),
  name: null,
  source: 'file',
  importedFile: {
    fileName: 'goods.csv',
    mapping: {
      importFileId: id(2),
      profileId: id(3),
      technicalContentTypeName: 'product',
      columns: [{ column: 'sku', target: { kind: 'name' } }],
      mode: 'upsert',
      emptyCells: 'leave',
      numbers: 'point',
      dates: 'iso',
      publishes: false,
      ownership: { whenChanged: 'keep', whenGone: 'delete', maxGonePercent: 10 },
    },
  },
  edits: [],
  variationIds: [],
  undoOf: null,
  marksTranslated: false,
  state: 'ready',
  allowedActions: ['rehearse', 'cancel'],
  jobId: null,
  fingerprint: 'f',
  counts,
  problem: null,
  createdAt: '2026-01-01T00:00:00Z',
  createdBy: 'u1',
  executedBy: null,
  endedAt: null,
}
const row: BulkChangeRow = {
  position: 0,
  fileRow: 2,
  contentItemId: id(5),
  name: 'Lamp',
  technicalContentTypeName: 'product',
  outcome: 'unchanged',
  isLeftOut: false,
  changes: [],
  leftOutChanges: 0,
  versions: {},
  kept: [],
  notes: [],
  problem: null,
  result: null,
}
const title = { variationId: id(4), technicalFieldName: 'title' }
const since = { by: 'u2', at: '2026-01-01T00:00:00Z', choice: 'keep' as const }
const changed: BulkChangeRow = {
  ...row,
  changedSince: [{ ...title, before: own('A fine lamp'), after: own('Lamp 2'), ...since }],
}
const gone: BulkChangeRow = {
  ...row,
  position: 2,
  fileRow: null,
  name: 'Chair',
  outcome: 'deleted',
  isLeftOut: true,
  isGone: true,
}

const item: ContentItem = {
  contentItemId: id(6),
  name: 'Lamp',
  technicalContentTypeName: 'product',
  kind: 'user',
  isDeleted: false,
  createdAt: '2026-01-01T00:00:00Z',
  modifiedAt: '2026-01-01T00:00:00Z',
  createdBy: 'u1',
  modifiedBy: 'u1',
}
const deleted = (position: number, contentItemId: string): BulkChangeRow => ({
  ...row,
  position,
  contentItemId,
  name: `Lamp ${position}`,
  outcome: 'problem',
  problem: { status: 409, code: 'ITEM_DELETED', message: '', usedBy: [{ contentItemId, name: 'Lamp' }] },
})

function open(items: readonly BulkChangeRow[], address = '') {
  const record = createShellRecord()
  const chosen: ChooseChanged[] = []
  const leftOut: LeaveOut[] = []
  const restored: string[] = []
  const fields = [{ technicalName: 'title', friendlyName: { 'en-US': 'Title' }, type: 'text' as const }]
  render(
    <TestShell
      remote={remote}
      record={record}
      at={`/exchange/run/${id(1)}${address}`}
      strings={{ ...uiStrings, ...shellStrings, ...kitStrings, ...fieldStrings, ...strings }}
      server={{
        'contentModel.getAllTypes': () => [
          { technicalName: 'product', friendlyName: { 'en-US': 'Product' }, kind: 'user', fields },
        ],
        'tenants.getVariations': () => [],
        'userProfile.getUserProfile': ({ query }) => ({ ...query, firstName: 'Erik', lastName: 'Sund' }),
        'bulkChange.getBulkChange': () => rehearsed,
        'bulkChange.getBulkChangeRows': ({ query }) => ({
          items: query.filter === 'gone' ? items.filter(({ isGone }) => isGone) : [...items],
          paging: { pageNumber: 1, pageSize: 25, totalCount: 1, totalPages: 1 },
        }),
        'bulkChange.chooseChangedValues': ({ body }) => {
          chosen.push(body)
          return rehearsed
        },
        'contentItem.restoreItem': ({ params }) => {
          restored.push(params.contentItemId)
          return { ...item, contentItemId: params.contentItemId }
        },
        'bulkChange.rehearseBulkChange': () => {
          restored.push('rehearsed')
          return rehearsed
        },
        'bulkChange.leaveOutRows': ({ body }) => {
          leftOut.push(body)
          return rehearsed
        },
      }}
    />,
  )
  return { user: userEvent.setup(), record, chosen, leftOut, restored }
}

it('a value that staff have changed stands before and after, with who it was, and is kept or replaced row by row', async () => {
  const { user, chosen } = open([changed])
  const table = await screen.findByRole('table', { name: 'What changes' })
  expect(await within(table).findByText('Changed since, stays')).toBeDefined()
  expect(within(table).getByText('Title')).toBeDefined()
  // What stays is not shown as taken away.
  expect(within(table).getByText('A fine lamp').closest('del')).toBeNull()
  expect(within(table).getByText('Lamp 2').closest('td')?.textContent).toContain('In the file, and not taken over:')
  expect(await within(table).findByText(/Erik Sund/)).toBeDefined()
  await user.click(within(table).getByRole('button', { name: 'Replace with what the file has: Lamp' }))
  await waitFor(() => expect(chosen).toEqual([{ positions: [0], whenChanged: 'replace' }]))
})

it('all of them are shown by a filter, and kept or replaced together', async () => {
  const { user, chosen, record } = open([changed])
  await user.click(await screen.findByRole('button', { name: 'Changed by staff since the last import 1' }))
  expect(record.address).toContain('rows=changedSince')
  await user.click(await screen.findByRole('button', { name: 'Replace it in this 1 row' }))
  await waitFor(() => expect(chosen).toEqual([{ filter: 'changedSince', whenChanged: 'replace' }]))
  await user.click(await screen.findByRole('button', { name: 'Keep it in this 1 row' }))
  await waitFor(() => expect(chosen[1]).toEqual({ filter: 'changedSince', whenChanged: 'keep' }))
})

it('says that too many items are gone for the profile, and takes them in when somebody has looked', async () => {
  const { user, leftOut, record } = open([row, gone])
  expect(await screen.findByText(/^1 of the 3 items of earlier imports are not in this file/)).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Show them' }))
  expect(record.address).toContain('rows=gone')
  expect(await screen.findByText(/Gone from the source$/, { selector: 'table *' })).toBeDefined()
  await user.click(await screen.findByRole('button', { name: 'Take in this 1 row' }))
  await waitFor(() => expect(leftOut).toEqual([{ filter: 'gone', isLeftOut: false }]))
})

it('an item that was deleted here says so in its row, and is restored by itself or with the others, and rehearsed again', async () => {
  const { user, restored } = open([deleted(0, id(6)), deleted(1, id(7))])
  const table = await screen.findByRole('table', { name: 'What changes' })
  expect(await within(table).findAllByText(/was deleted here/)).toHaveLength(2)
  await user.click(within(table).getByRole('button', { name: 'Restore it: Lamp 1' }))
  await waitFor(() => expect(restored).toEqual([id(7), 'rehearsed']))
  await user.click(await screen.findByRole('button', { name: 'Restore these 2 items' }))
  await waitFor(() => expect(restored).toEqual([id(7), 'rehearsed', id(6), id(7), 'rehearsed']))
})
