import { Refusal } from '@pim/api-client/testing'
import kitStrings from '@pim/content-kit/locales/en-US.json'
import { savedChoicesServer } from '@pim/content-kit/testing'
import type { NewSchedule, Role, Schedule, ScheduleRun } from '@pim/contract'
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

const id = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`
const noCounts = { rows: 0, changed: 0, created: 0, deleted: 0, unchanged: 0, problem: 0, leftOut: 0, done: 0 }
const run: ScheduleRun = {
  runId: id(50),
  begunAt: '2026-01-01T04:00:00Z',
  endedAt: '2026-01-01T04:01:00Z',
  askedBy: null,
  outcome: 'heldBack',
  problem: null,
  fileName: 'goods.csv',
  bulkChangeId: id(60),
  counts: { ...noCounts, rows: 3, created: 2, problem: 1, outdated: 0, failed: 0, noted: 0 },
  byteSize: null,
  hasFile: false,
}
const stored = (asked: NewSchedule, more: Partial<Schedule> = {}): Schedule => {
  const common = {
    scheduleId: id(1),
    profileName: 'Supplier',
    state: 'active',
    stopReason: null,
    nextAt: '2026-01-02T04:00:00Z',
    failuresInARow: 0,
    lastRun: null,
    ownerId: 'u1',
    version: 1,
    changedAt: '2026-01-01T00:00:00Z',
    folderPath: null,
  } as const
  return { ...common, ...asked, ...more } as Schedule
}
const goods = stored(
  {
    kind: 'import',
    name: 'Goods',
    savedChoiceId: id(7_001),
    times: { every: 'day', at: '06:00', timeZone: 'Europe/Stockholm' },
    source: { kind: 'folder', folder: 'goods' },
    afterRehearsal: 'runFaultless',
  },
  { lastRun: run, folderPath: 'exchange/x/incoming/goods/' },
)

const profile = {
  kind: 'importProfile',
  name: 'Supplier',
  isShared: true,
  content: {
    technicalContentTypeName: 'product',
    columns: [{ column: 'sku', target: { kind: 'ignored' } }],
    mode: 'upsert',
    emptyCells: 'leave',
    numbers: 'point',
    dates: 'iso',
    publishes: false,
  },
} as const

function open(before: readonly Schedule[], refuses?: Refusal, role: Role = 'editor') {
  const record = createShellRecord()
  const asked: NewSchedule[] = []
  const steps: string[] = []
  let all = [...before]
  const change = (scheduleId: string, step: string, more: Partial<Schedule>): Schedule => {
    steps.push(step)
    all = all.map((each) => (each.scheduleId === scheduleId ? ({ ...each, ...more } as Schedule) : each))
    const found = all.find((each) => each.scheduleId === scheduleId)
    if (!found) throw new Refusal('NOT_FOUND')
    return found
  }
  render(
    <TestShell
      remote={remote}
      at="/exchange/schedules"
      strings={{ ...uiStrings, ...shellStrings, ...kitStrings, ...strings }}
      server={{
        ...savedChoicesServer([{ ...profile, content: { ...profile.content, columns: [...profile.content.columns] } }])
          .handlers,
        'userProfile.getUserProfile': ({ query }) => ({ userId: query.userId, firstName: 'Ada', lastName: 'Berg' }),
        'schedules.getSchedules': () => all,
        'schedules.createSchedule': ({ body }) => {
          asked.push(body)
          if (refuses) throw refuses
          const made = stored(body, { scheduleId: id(2) })
          all = [...all, made]
          return made
        },
        'schedules.pauseSchedule': ({ params }) =>
          change(params.scheduleId, 'pause', { state: 'paused', nextAt: null }),
        'schedules.resumeSchedule': ({ params }) => change(params.scheduleId, 'resume', { state: 'active' }),
        'schedules.runSchedule': ({ params }) => change(params.scheduleId, 'run', {}),
        'schedules.getScheduleRuns': () => [run],
        'schedules.deleteSchedule': ({ params }) => {
          all = all.filter(({ scheduleId }) => scheduleId !== params.scheduleId)
        },
      }}
      role={role}
      record={record}
    />,
  )
  return { user: userEvent.setup(), record, asked, steps }
}

it('a schedule says when it runs, what has become of its last run, and leads to the import of each', async () => {
  const { user } = open([goods])
  const row = await screen.findByRole('row', { name: /Goods/ })
  expect(within(row).getByText(/from the folder goods/)).toBeTruthy()
  expect(within(row).getAllByText('Every day at 6:00 AM (Europe/Stockholm)')).toBeTruthy()
  // Below the name, where the screen is too narrow for columns of their own.
  expect(within(row).getAllByText(/Held back: rows have problems. 2 created and 1 with a problem./)).toHaveLength(2)
  expect(within(row).getAllByRole('cell')[0]?.textContent).toContain('Held back: rows have problems.')
  await user.click(within(row).getByRole('button', { name: 'Actions for Goods' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Show the runs' }))
  const dialog = await screen.findByRole('dialog', { name: 'Runs of Goods' })
  const link = await within(dialog).findByRole('link', { name: 'Rows, report and undo' })
  expect(link.getAttribute('href')).toBe(`/exchange/run/${id(60)}`)
  expect(within(dialog).getByText(/exchange\/x\/incoming\/goods\//)).toBeTruthy()
})

it('a schedule is run, paused, resumed and deleted from its menu', async () => {
  const { user, steps } = open([goods])
  const choose = async (name: string) => {
    await user.click(await screen.findByRole('button', { name: 'Actions for Goods' }))
    await user.click(await screen.findByRole('menuitem', { name }))
  }
  await choose('Run now')
  await choose('Pause')
  expect(await screen.findAllByText('Paused')).not.toEqual([])
  await choose('Resume')
  await waitFor(() => expect(steps).toEqual(['run', 'pause', 'resume']))
  await choose('Delete')
  await user.click(await screen.findByRole('button', { name: 'Delete schedule' }))
  expect(await screen.findByText('Nothing runs by itself yet')).toBeTruthy()
})

it('a new schedule says what is missing, and keeps what was typed where the server refuses it', async () => {
  const reason = { technicalFieldName: 'body.source.address', code: 'NOT_READ', message: 'for developers' } as const
  const fieldErrors = [{ ...reason, params: { reason: 'HOST_NOT_ALLOWED', host: 'files.example.com' } }]
  const { user, asked } = open([], new Refusal('INVALID_REQUEST', { fieldErrors }))
  await user.click((await screen.findAllByRole('button', { name: 'New schedule' }))[0] as HTMLElement)
  const dialog = await screen.findByRole('dialog', { name: 'New schedule' })
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))
  expect(within(dialog).getByText('Choose a profile.')).toBeTruthy()
  expect(within(dialog).getByText('Type the address of a file.')).toBeTruthy()
  expect(asked).toEqual([])
  await user.click(within(dialog).getByRole('combobox', { name: /Profile/ }))
  await user.click(await screen.findByRole('option', { name: 'Supplier' }))
  const address = within(dialog).getByRole('textbox', { name: /Address of the file/ })
  await user.type(address, 'https://files.example.com/goods.csv')
  await user.click(within(dialog).getByRole('radio', { name: /Wait: a person/ }))
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(asked).toHaveLength(1))
  expect(asked[0]).toMatchObject({
    kind: 'import',
    name: 'Supplier',
    savedChoiceId: id(7_001),
    times: { every: 'day', at: '06:00' },
    source: { kind: 'address', address: 'https://files.example.com/goods.csv' },
    afterRehearsal: 'wait',
  })
  expect((await within(dialog).findByRole('alert')).textContent).toContain('files.example.com')
  expect(address).toHaveProperty('value', 'https://files.example.com/goods.csv')
})
