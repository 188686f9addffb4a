import type { Handlers } from '@pim/api-client/testing'
import kitStrings from '@pim/content-kit/locales/en-US.json'
import type { BulkChange, BulkChangeRequest, ImportAdditions, ImportColumn, MissingName } from '@pim/contract'
import type { Role } from '@pim/contract/core/roles.ts'
import fieldStrings from '@pim/field-types/locales/en-US.json'
import shellStrings from '@pim/shell/locales/en-US.json'
import { createShellRecord, TestShell } from '@pim/shell/testing'
import uiStrings from '@pim/ui/locales/en-US.json'
import { afterEach, expect, it, rs } from '@rstest/core'
import { cleanup, configure, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import strings from '../../../locales/en-US.json'
import { remote } from '../../remote.tsx'

rs.setConfig({ testTimeout: 60_000 })
configure({ asyncUtilTimeout: 30_000 })
afterEach(cleanup)

const id = (number: number) => `00000000-0000-7000-8000-00000000000${number}`
const columns: ImportColumn[] = [
  { column: 'Farbe', target: { kind: 'field', technicalFieldName: 'color' }, reading: {} },
  { column: 'Raum', target: { kind: 'field', technicalFieldName: 'room' }, reading: { path: '/' } },
]
const rehearsed: BulkChange = {
  bulkChangeId: id(1),
  name: null,
  source: 'file',
  importedFile: {
    fileName: 'lamps.csv',
    mapping: {
      importFileId: id(2),
      technicalContentTypeName: 'lamp',
      columns,
      mode: 'upsert',
      emptyCells: 'leave',
      numbers: 'point',
      dates: 'iso',
      publishes: false,
    },
  },
  edits: [],
  variationIds: [],
  undoOf: null,
  marksTranslated: false,
  state: 'ready',
  allowedActions: ['execute', 'rehearse', 'cancel'],
  jobId: null,
  fingerprint: 'f',
  counts: {
    ...{ rows: 9, changed: 0, created: 9, deleted: 0, unchanged: 0, problem: 0, leftOut: 0 },
    ...{ done: 0, outdated: 0, failed: 0, noted: 0, missingNames: 3 },
  },
  problem: null,
  createdAt: '2026-01-01T00:00:00Z',
  createdBy: 'u1',
  executedBy: null,
  endedAt: null,
}
const named = (text: string, rowCount: number, more: Partial<MissingName> = {}): MissingName => ({
  ...{ technicalFieldName: 'color', columns: ['Farbe'], kind: 'option', isAdded: false },
  ...{ text, rowCount, ...more },
})
const ofRoom: Partial<MissingName> = { technicalFieldName: 'room', columns: ['Raum'], kind: 'concept' }
const additions: ImportAdditions = {
  names: [named('Petrol', 1_200), named('Rost', 14), named('Keller>Wein', 3, ofRoom)],
  leftOutNames: 0,
  concepts: [],
  made: null,
  takenBack: null,
}
const options = [{ code: 'red', label: { 'en-US': 'Red' } }]

function open(role: Role, overrides: Handlers = {}) {
  const record = createShellRecord()
  const asked: BulkChangeRequest[] = []
  const cancelled: string[] = []
  const text = { 'en-US': 'x' }
  render(
    <TestShell
      remote={remote}
      at={`/exchange/run/${id(1)}`}
      strings={{ ...uiStrings, ...shellStrings, ...kitStrings, ...fieldStrings, ...strings }}
      role={role}
      record={record}
      server={{
        'contentModel.getAllTypes': () => [
          {
            ...{ technicalName: 'lamp', friendlyName: text, kind: 'user' },
            fields: [
              { technicalName: 'color', friendlyName: text, type: 'select', settings: { options } },
              {
                technicalName: 'room',
                friendlyName: text,
                type: 'concepts',
                settings: { taxonomyIds: [id(7), id(8)] },
              },
            ],
          },
        ],
        'tenants.getVariations': () => [],
        'taxonomies.getTaxonomies': () =>
          [7, 8].map((each) => ({
            ...{ taxonomyId: id(each), friendlyName: `Tree ${each}`, description: '', conceptCount: 1 },
          })),
        'userProfile.getUserProfile': ({ query }) => ({ ...query, firstName: 'Erik', lastName: 'Sund' }),
        'bulkChange.getBulkChange': () => rehearsed,
        'bulkChange.getBulkChangeRows': () => ({
          items: [],
          paging: { pageNumber: 1, pageSize: 25, totalCount: 0, totalPages: 1 },
        }),
        'bulkChange.getImportAdditions': () => additions,
        'bulkChange.createBulkChange': ({ body }) => {
          asked.push(body)
          return { ...rehearsed, bulkChangeId: id(3) }
        },
        'bulkChange.cancelBulkChange': ({ params }) => {
          cancelled.push(params.bulkChangeId)
          return { ...rehearsed, state: 'cancelled' }
        },
        ...overrides,
      }}
    />,
  )
  return { user: userEvent.setup(), record, asked, cancelled }
}

it('names that are not there are made, all of a column or one, or mean what is there, and the file is rehearsed anew', async () => {
  const { user, record, asked, cancelled } = open('admin')
  expect(await screen.findByText('“Farbe”: 2 words are no options')).toBeDefined()
  const rehearse = () => screen.getByRole('button', { name: /^Rehearse with these choices/ })
  await user.click(screen.getByRole('checkbox', { name: 'Make all 2 as options' }))
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Petrol (1,200 rows)' }).checked).toBe(true)
  await user.click(screen.getByRole('checkbox', { name: 'Rost (14 rows)' }))
  await user.click(screen.getByRole('combobox', { name: 'What Rost of Farbe means' }))
  await user.click(await screen.findByRole('option', { name: 'Red' }))
  // Of two taxonomies somebody has to choose one.
  await user.click(screen.getByRole('checkbox', { name: 'Make it as a concept' }))
  await user.click(screen.getByRole('combobox', { name: 'Taxonomy to make them in' }))
  await user.click(await screen.findByRole('option', { name: 'Tree 8' }))
  await user.click(rehearse())
  await waitFor(() => expect(record.address).toBe(`/exchange/run/${id(3)}`))
  expect(asked).toMatchObject([
    {
      file: {
        importFileId: id(2),
        columns: [
          {
            column: 'Farbe',
            adds: { texts: ['Petrol'] },
            reading: { values: [{ from: 'Rost', to: 'red' }] },
          },
          { column: 'Raum', adds: { taxonomyId: id(8) }, reading: { path: '/' } },
        ],
      },
    },
  ])
  expect(cancelled).toEqual([id(1)])
})

it('who may not change the content model is told so, and says what the words mean', async () => {
  const { user, asked } = open('editor')
  expect(await screen.findByText(/^Options are made by administrators/)).toBeDefined()
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Petrol (1,200 rows)' }).disabled).toBe(true)
  expect(screen.getByRole('checkbox', { name: 'Make it as a concept' })).toBeDefined()
  await user.click(screen.getByRole('combobox', { name: 'What Petrol of Farbe means' }))
  await user.click(await screen.findByRole('option', { name: 'Red' }))
  await user.click(screen.getByRole('button', { name: /^Rehearse with these choices/ }))
  await waitFor(() => expect(asked).toHaveLength(1))
  expect(JSON.stringify(asked)).not.toContain('adds')
})

it('the plan says what is made before the rows, and the undo what was removed and what stays', async () => {
  const planned = { ...rehearsed, counts: { ...rehearsed.counts, newOptions: 12, newConcepts: 5, missingNames: 0 } }
  open('admin', { 'bulkChange.getBulkChange': () => planned })
  expect(await screen.findByText(/^Before the rows, this is made: 12 options and 5 concepts\./)).toBeDefined()
  cleanup()
  const undo: BulkChange = { ...rehearsed, source: 'undo', importedFile: null, undoOf: id(4), state: 'done' }
  open('admin', {
    'bulkChange.getBulkChange': () => undo,
    'bulkChange.getImportAdditions': () => ({
      ...{ names: [], leftOutNames: 0, concepts: [], made: null },
      takenBack: { options: 2, concepts: 0, kept: ['Studio'] },
    }),
  })
  const told = 'Removed again: 2 options. These stay, as something else uses them: Studio.'
  expect(await screen.findByText(told)).toBeDefined()
})
