import kitStrings from '@pim/content-kit/locales/en-US.json'
import type { BulkChange, BulkChangeRow, FieldError } from '@pim/contract'
import fieldStrings from '@pim/field-types/locales/en-US.json'
import shellStrings from '@pim/shell/locales/en-US.json'
import { TestShell } from '@pim/shell/testing'
import uiStrings from '@pim/ui/locales/en-US.json'
import { afterEach, expect, it, rs } from '@rstest/core'
import { cleanup, configure, render, screen } from '@testing-library/react'
import strings from '../../../locales/en-US.json'
import { remote } from '../../remote.tsx'

rs.setConfig({ testTimeout: 60_000 })
configure({ asyncUtilTimeout: 30_000 })
afterEach(cleanup)

const id = (number: number) => `00000000-0000-7000-8000-00000000000${number}`
const counts = {
  rows: 3,
  changed: 0,
  created: 0,
  deleted: 0,
  unchanged: 0,
  problem: 3,
  leftOut: 0,
  done: 0,
  outdated: 0,
  failed: 0,
  noted: 1,
}
const rehearsed: BulkChange = {
  bulkChangeId: id(1),
  name: null,
  source: 'file',
  importedFile: {
    fileName: 'goods.csv',
    mapping: {
      importFileId: id(2),
      technicalContentTypeName: 'product',
      columns: [{ column: 'sku', target: { kind: 'name' } }],
      mode: 'create',
      emptyCells: 'leave',
      numbers: 'point',
      dates: 'iso',
      publishes: true,
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

const rowWith = (position: number, error: Omit<FieldError, 'message'>): BulkChangeRow => ({
  position,
  fileRow: position + 2,
  contentItemId: null,
  name: `Lamp ${position}`,
  technicalContentTypeName: 'product',
  outcome: 'problem',
  isLeftOut: false,
  changes: [],
  leftOutChanges: 0,
  versions: {},
  kept: [],
  notes: [],
  problem: {
    status: 400,
    code: 'VALIDATION_FAILED',
    message: 'for developers',
    fieldErrors: [{ ...error, message: 'for developers' }],
  },
  result: null,
})

const openPrice = {
  technicalFieldName: 'price',
  code: 'NOT_READ' as const,
  message: 'for developers',
  params: { reason: 'CURRENCY_OPEN', text: '9.95', row: 2, column: 'Price' },
}

it('an import says of each row that failed where in the file it is and why, and leads to another file', async () => {
  const items = [
    rowWith(0, {
      technicalFieldName: 'sku',
      code: 'NOT_READ',
      params: { reason: 'DUPLICATE_KEY', first: 2, row: 1_200, column: 'No.' },
    }),
    rowWith(1, { technicalFieldName: '', code: 'NOT_READ', params: { reason: 'NEW_REASON', row: 3 } }),
    {
      ...rowWith(2, { technicalFieldName: 'weight', code: 'NOT_A_NUMBER', params: { row: 4, column: 'kg' } }),
      notes: [
        { kind: 'element' as const, name: 'script', count: 1_200 },
        { kind: 'link' as const, name: 'javascript:x', count: 1 },
      ].map((each) => ({ technicalFieldName: 'body', row: 5, column: 'Text', ...each })),
    },
  ]
  render(
    <TestShell
      remote={remote}
      at={`/exchange/run/${id(1)}`}
      strings={{ ...uiStrings, ...shellStrings, ...kitStrings, ...fieldStrings, ...strings }}
      server={{
        'contentModel.getAllTypes': () => [],
        'tenants.getVariations': () => [],
        'userProfile.getUserProfile': ({ query }) => ({ ...query, firstName: 'Erik', lastName: 'Sund' }),
        'bulkChange.getBulkChange': () => rehearsed,
        'bulkChange.getColumnProblems': () => ({
          problems: [
            { column: 'Price', error: openPrice, rowCount: 1_300 },
            { column: 'kg', error: { ...openPrice, technicalFieldName: 'weight' }, rowCount: 1 },
          ],
        }),
        'bulkChange.getBulkChangeRows': () => ({
          items,
          paging: { pageNumber: 1, pageSize: 25, totalCount: 3, totalPages: 1 },
        }),
      }}
    />,
  )
  expect(await screen.findByRole('heading', { level: 1, name: 'Import of goods.csv' })).toBeDefined()
  expect(await screen.findByText('Row 1,200, column “No.”: Row 2 is of the same item.')).toBeDefined()
  const ofColumn = '“Price”, 1,300 rows, for example: “9.95” has no currency: choose one for this column.'
  expect(await screen.findByText(ofColumn)).toBeDefined()
  expect(screen.queryByText(/^“kg”, 1 row/)).toBeNull()
  expect(screen.getByText('Row 3: It could not be read.')).toBeDefined()
  expect(screen.getByText(/^Row 4, column “kg”: /)).toBeDefined()
  const note = 'Row 5, column “Text”: Left out: element “script” (×1,200), link to “javascript:x”'
  expect(screen.getByText(note)).toBeDefined()
  expect(screen.getByRole('button', { name: 'With something left out 1' })).toBeDefined()
  expect(screen.getByText('Only add new ones · Publish what is imported')).toBeDefined()
  const again = screen.getByRole('link', { name: 'Import again with this mapping' })
  expect(again.getAttribute('href')).toBe(`/exchange/import?like=${id(1)}`)
  expect(screen.getByRole('link', { name: 'Change the mapping' }).getAttribute('href')).toBe(
    `/exchange/import?file=${id(2)}&type=product&like=${id(1)}`,
  )
  expect(screen.getByRole('link', { name: 'Choose how it is read: “Price”' }).getAttribute('href')).toBe(
    `/exchange/import?file=${id(2)}&type=product&like=${id(1)}&column=Price`,
  )
})

it('a row says from where its pictures will be fetched, and not that they are missing', async () => {
  const address = 'https://files.example.com/lamp.jpg'
  const after = { value: id(5), isInherited: false, sourceVariationId: id(4) }
  const row: BulkChangeRow = {
    ...rowWith(0, { technicalFieldName: '', code: 'NOT_READ' }),
    outcome: 'created',
    problem: null,
    changes: [{ variationId: id(4), technicalFieldName: 'cover', before: null, after }],
    fetched: [{ contentItemId: id(5), address }],
  }
  const cover = { technicalName: 'cover', friendlyName: { 'en-US': 'Cover' }, type: 'media' as const }
  const product = { technicalName: 'product', friendlyName: { 'en-US': 'Product' }, kind: 'user' as const }
  render(
    <TestShell
      remote={remote}
      at={`/exchange/run/${id(1)}`}
      strings={{ ...uiStrings, ...shellStrings, ...kitStrings, ...fieldStrings, ...strings }}
      server={{
        'contentModel.getAllTypes': () => [{ ...product, fields: [cover] }],
        'tenants.getVariations': () => [],
        'userProfile.getUserProfile': ({ query }) => ({ ...query, firstName: 'Erik', lastName: 'Sund' }),
        'bulkChange.getBulkChange': () => rehearsed,
        'bulkChange.getBulkChangeRows': () => ({
          items: [row],
          paging: { pageNumber: 1, pageSize: 25, totalCount: 1, totalPages: 1 },
        }),
      }}
    />,
  )
  expect(await screen.findByText(`A picture will be fetched from ${address}`)).toBeDefined()
  expect(screen.queryByText('Not there any more')).toBeNull()
})
