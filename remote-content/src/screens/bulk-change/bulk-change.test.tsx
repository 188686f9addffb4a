import { type Handlers, Refusal } from '@pim/api-client/testing'
import { jobOf } from '@pim/content-kit/testing'
import type { BulkChange, BulkChangeRow, ContentType, Role } from '@pim/contract'
import { afterEach, describe, expect, it, rs } from '@rstest/core'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { english, openContent, uuid } from '../../testing/open-content.tsx'

rs.setConfig({ testTimeout: 60_000 })
afterEach(cleanup)

const camera: ContentType = {
  technicalName: 'camera',
  friendlyName: { 'en-US': 'Camera' },
  kind: 'user',
  fields: [{ technicalName: 'colour', friendlyName: { 'en-US': 'Colour' }, type: 'text', settings: { maxLength: 5 } }],
}
const own = (value: unknown) => ({ value, isInherited: false, sourceVariationId: english.variationId })

const rowAt = (position: number, parts: Partial<BulkChangeRow> = {}): BulkChangeRow => ({
  position,
  fileRow: null,
  contentItemId: uuid(100 + position),
  name: `Camera ${position}`,
  technicalContentTypeName: 'camera',
  outcome: 'changed',
  isLeftOut: false,
  changes: [
    {
      variationId: english.variationId,
      technicalFieldName: 'colour',
      before: own('deep red'),
      after: own('deep blue'),
    },
  ],
  leftOutChanges: 0,
  versions: {},
  kept: [],
  notes: [],
  problem: null,
  result: null,
  ...parts,
})

const counts = {
  rows: 1_050,
  changed: 1_038,
  created: 0,
  deleted: 0,
  unchanged: 10,
  problem: 2,
  leftOut: 0,
  done: 0,
  outdated: 0,
  failed: 0,
  noted: 0,
}
const rehearsed = (parts: Partial<BulkChange> = {}): BulkChange => ({
  bulkChangeId: uuid(1),
  name: null,
  source: 'selection',
  importedFile: null,
  edits: [
    {
      kind: 'replaceText',
      technicalFieldName: 'colour',
      find: 'red',
      replaceBy: 'blue',
      matchCase: false,
      wholeWords: false,
    },
  ],
  variationIds: [english.variationId],
  undoOf: null,
  marksTranslated: false,
  state: 'ready',
  allowedActions: ['execute', 'rehearse', 'cancel'],
  jobId: uuid(2),
  fingerprint: 'as it was seen',
  counts,
  problem: null,
  createdAt: '2026-01-01T00:00:00Z',
  createdBy: 'u2',
  executedBy: null,
  endedAt: null,
  ...parts,
})

interface Stage {
  bulkChange: BulkChange
  rows?: readonly BulkChangeRow[]
}

/** The screen of a bulk change, of which a step leads to the next stage. */
function openBulkChange(
  stages: Stage[],
  { role = 'editor', overrides = {} }: { role?: Role; overrides?: Handlers } = {},
) {
  let at = 0
  const now = (): Stage => stages[Math.min(at, stages.length - 1)] ?? { bulkChange: rehearsed() }
  const calls: [string, unknown][] = []
  const step = (name: string) => (request: { body?: unknown }) => {
    calls.push([name, request.body])
    at += 1
    return now().bulkChange
  }
  const filters: (string | undefined)[] = []
  const opened = openContent({
    at: `/content-bulk-change/${uuid(1)}`,
    role,
    server: {
      'contentModel.getAllTypes': () => [camera],
      'bulkChange.getBulkChange': ({ params }) => ({ ...now().bulkChange, ...params }),
      'bulkChange.getBulkChangeRows': ({ query }) => {
        filters.push(query.filter)
        const items = [...(now().rows ?? [rowAt(0)])]
        return { items, paging: { pageNumber: 1, pageSize: 25, totalCount: 1_050, totalPages: 42 } }
      },
      'jobs.getJob': ({ params }) => jobOf({ ...params, kind: 'execute-bulk-change', doneCount: 0, totalCount: 2_000 }),
      'bulkChange.executeBulkChange': step('execute'),
      'bulkChange.pauseBulkChange': step('pause'),
      'bulkChange.resumeBulkChange': step('resume'),
      'bulkChange.leaveOutRows': step('leaveOut'),
      'bulkChange.createBulkChange': step('create'),
      ...overrides,
    },
  })
  return { ...opened, calls, filters }
}

describe('a bulk change', () => {
  it('that waits for somebody who may do it says for whom, and is taken over or ended', async () => {
    const paused = { reason: 'OWNER_ROLE', userId: 'u2', needs: 'publisher' } as const
    const waiting = rehearsed({
      state: 'paused',
      paused,
      allowedActions: ['resume', 'cancel', 'rehearse', 'undo'],
      counts: { ...counts, done: 400 },
    })
    const stages = [
      { bulkChange: waiting },
      { bulkChange: rehearsed({ state: 'executing', allowedActions: ['pause'] }) },
    ]
    const { user, calls } = openBulkChange(stages, { role: 'publisher' })
    expect(await screen.findByText(/^Paused: the role of .* does not allow this any more/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'End' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Take over' }))
    await waitFor(() => expect(calls.map(([name]) => name)).toEqual(['resume']))
  })

  it('of a file says how many rows are rehearsed while nobody knows yet how many it has', async () => {
    openBulkChange([{ bulkChange: rehearsed({ state: 'rehearsing', allowedActions: ['cancel'], source: 'file' }) }], {
      overrides: {
        'jobs.getJob': ({ params }) =>
          jobOf({ ...params, kind: 'rehearse-bulk-change', doneCount: 1_500, totalCount: null }),
      },
    })
    expect(await screen.findByText('1,500 so far')).toBeTruthy()
  })

  it('shows what it would do, and is applied as it was seen', async () => {
    const tooLong = {
      technicalFieldName: 'colour',
      code: 'TOO_LONG' as const,
      message: 'for developers',
      params: { max: 5 },
    }
    const problem = {
      status: 400,
      code: 'VALIDATION_FAILED' as const,
      message: 'for developers',
      fieldErrors: [{ ...tooLong, variationId: english.variationId }],
    }
    const { user, calls, filters } = openBulkChange([
      { bulkChange: rehearsed(), rows: [rowAt(0), rowAt(1, { outcome: 'problem', changes: [], problem })] },
      {
        bulkChange: rehearsed({
          state: 'executing',
          allowedActions: ['pause', 'cancel'],
          counts: { ...counts, done: 398, failed: 2 },
        }),
      },
    ])
    expect(await screen.findByRole('heading', { name: 'Colour: replace “red” by “blue”' })).toBeTruthy()
    const row = within((await screen.findByRole('link', { name: 'Camera 0' })).closest('tr') ?? document.body)
    expect(row.getByText('red').tagName).toBe('DEL')
    expect(row.getByText('blue').tagName).toBe('INS')
    expect(screen.getByText('Colour (en-US): Too long. At most 5 characters fit.')).toBeTruthy()
    expect(screen.queryByText(/for developers/)).toBeNull()
    await user.click(screen.getByRole('button', { name: /^Problem/ }))
    await waitFor(() => expect(filters.at(-1)).toBe('problem'))
    await user.click(screen.getByRole('button', { name: 'Apply to 1038 items' }))
    await waitFor(() => expect(calls).toEqual([['execute', { fingerprint: 'as it was seen' }]]))
    // The filters beside it count so; the job, whose figures are older, has 0 of 2,000.
    expect(await screen.findByText('400 of 1,038')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Done 398' })).toBeTruthy()
    expect(screen.getByText(/goes on when you close this page/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Pause' })).toBeTruthy()
  })

  it('leaves rows out by hand', async () => {
    const { user, calls } = openBulkChange([
      { bulkChange: rehearsed() },
      { bulkChange: rehearsed(), rows: [rowAt(0, { isLeftOut: true })] },
    ])
    await user.click(await screen.findByRole('checkbox', { name: 'Camera 0 takes part' }))
    await waitFor(() => expect(calls).toEqual([['leaveOut', { positions: [0], isLeftOut: true }]]))
    const box = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'Camera 0 takes part' })
    await waitFor(() => expect(box().checked).toBe(false))
  })

  it('that somebody has rehearsed again says so and does nothing', async () => {
    const refuse = () => {
      throw new Refusal('PLAN_OUTDATED')
    }
    const { user } = openBulkChange([{ bulkChange: rehearsed() }], {
      overrides: { 'bulkChange.executeBulkChange': refuse },
    })
    await user.click(await screen.findByRole('button', { name: 'Apply to 1038 items' }))
    expect((await screen.findByRole('alert')).textContent).toContain('Something has changed since you looked')
  })

  it('that is done says what was left as it is, and is taken back by a change of its own', async () => {
    const done = rehearsed({
      state: 'done',
      allowedActions: ['rehearse', 'undo'],
      counts: { ...counts, done: 1_036, outdated: 2 },
    })
    const kept = [
      { technicalFieldName: 'colour', variationId: english.variationId, by: 'u2', at: '2026-01-01T00:00:00Z' },
    ]
    const undo = rehearsed({ bulkChangeId: uuid(9), source: 'undo', edits: [], undoOf: uuid(1) })
    const { user, calls, record } = openBulkChange([
      { bulkChange: done, rows: [rowAt(0, { result: 'outdated' })] },
      { bulkChange: undo, rows: [rowAt(0, { outcome: 'unchanged', changes: [], kept })] },
    ])
    expect((await screen.findByRole('status')).textContent).toContain('1,036 items were changed. 2 items were left')
    expect(await screen.findByText(/Somebody has changed it since the rehearsal/)).toBeTruthy()
    expect(screen.queryByRole('checkbox')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Undo for 1036 items' }))
    expect(await screen.findByRole('heading', { name: 'Undo of a bulk change' })).toBeTruthy()
    expect(calls).toEqual([['create', { undoOf: uuid(1) }]])
    expect(record.address).toBe(`/content-bulk-change/${uuid(9)}`)
    expect(await screen.findByText(/Stays as it is, changed since: Colour \(en-US\)/)).toBeTruthy()
  })

  it('that a plan has made is called so', async () => {
    const bulkChange = rehearsed({ source: 'rows', byPlan: true, edits: [], state: 'done', allowedActions: ['undo'] })
    openBulkChange([{ bulkChange, rows: [rowAt(0, { result: 'done' })] }])
    expect(await screen.findByRole('heading', { name: 'Publishing by a plan' })).toBeTruthy()
  })

  it('that is not there any more says so', async () => {
    const gone = () => {
      throw new Refusal('NOT_FOUND')
    }
    openBulkChange([], { overrides: { 'bulkChange.getBulkChange': gone } })
    expect(await screen.findByText('This bulk change is not there any more')).toBeTruthy()
  })
})
