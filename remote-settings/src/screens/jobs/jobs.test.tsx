import { Refusal } from '@pim/api-client/testing'
import type { Job } from '@pim/contract'
import { afterEach, describe, expect, it, rs } from '@rstest/core'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { openSettings, rowOf } from '../../testing/open-settings.tsx'

rs.setConfig({ testTimeout: 60_000 })
afterEach(() => {
  rs.useRealTimers()
  cleanup()
})

const job = (number: number, parts: Partial<Job> = {}): Job => ({
  jobId: `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`,
  kind: 'resync-new-variations',
  status: 'done',
  doneCount: 120,
  totalCount: 120,
  createdAt: '2026-01-01T00:00:00Z',
  startedAt: '2026-01-01T00:00:00Z',
  finishedAt: '2026-01-01T00:01:00Z',
  createdBy: '',
  result: null,
  error: null,
  ...parts,
})

function open(jobs: Job[], at = '/settings/jobs') {
  const asked: number[] = []
  const shell = openSettings(
    at,
    {
      'jobs.getJobs': ({ query }) => {
        asked.push(query.pageNumber)
        return { items: jobs, paging: { pageNumber: query.pageNumber, pageSize: 25, totalCount: 60, totalPages: 3 } }
      },
    },
    'viewer',
  )
  return { ...shell, asked }
}

describe('the jobs', () => {
  it('say what they are, how far, and why they gave up', async () => {
    open([job(1), job(2, { kind: 'something-new', status: 'failed', doneCount: 3, error: 'Out of luck' })])
    expect(within(await rowOf('Filling in missing variations')).getByText('120 of 120')).toBeTruthy()
    const failed = within(await rowOf('something-new'))
    expect(failed.getByText(/^It did not come to its end/)).toBeTruthy()
    expect(failed.queryByText('Out of luck')).toBeNull()
    expect(failed.getByText('Failed')).toBeTruthy()
  })

  it('are looked at again while one of them runs, and no longer', async () => {
    using _ = rs.useFakeTimers()
    const pass = (milliseconds: number) => act(() => rs.advanceTimersByTimeAsync(milliseconds))
    // An answer takes turns of the event loop, and next to no time.
    const shown = (text: string) =>
      rs.waitUntil(
        async () => {
          await pass(1)
          return screen.queryByText(text)
        },
        { timeout: 10_000 },
      )
    const jobs = [job(1, { status: 'running', doneCount: 40 })]
    const { asked } = open(jobs)
    await shown('40 of 120')
    jobs[0] = job(1, { status: 'running', doneCount: 80 })
    await pass(1_000)
    await shown('80 of 120')
    jobs[0] = job(1)
    await pass(1_000)
    await shown('120 of 120')
    await pass(60_000)
    expect(asked).toHaveLength(3)
  })

  it('that wait for somebody who may do them say for whom, and are taken over', async () => {
    const paused = { reason: 'OWNER_ROLE', userId: 'u2', needs: 'editor' } as const
    const taken: string[] = []
    const { user } = openSettings(
      '/settings/jobs',
      {
        'jobs.getJobs': () => ({
          items: [job(1, taken.length > 0 ? { status: 'running' } : { status: 'queued', paused })],
          paging: { pageNumber: 1, pageSize: 25, totalCount: 1, totalPages: 1 },
        }),
        'jobs.takeOverJob': ({ params }) => {
          taken.push(params.jobId)
          return job(1, { status: 'running' })
        },
        'userProfile.getUserProfile': ({ query }) => ({ ...query, firstName: 'Petra', lastName: 'Ek' }),
      },
      'editor',
    )
    const row = within(await rowOf('Filling in missing variations'))
    expect(await row.findByText(/^Paused: the role of Petra Ek does not allow this.*the role editor/)).toBeTruthy()
    expect(row.getByText('Paused')).toBeTruthy()
    await user.click(row.getByRole('button', { name: 'Take over' }))
    await waitFor(() => expect(taken).toEqual([job(1).jobId]))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Take over' })).toBeNull())
  })

  it('are taken over by nobody whose role does not reach that far', async () => {
    open([job(1, { status: 'queued', paused: { reason: 'OWNER_GONE', userId: 'u2', needs: 'publisher' } })])
    const button = within(await rowOf('Filling')).getByRole('button', { name: 'End' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
  })

  it('open at the page that the address names, and go on from there', async () => {
    const { user, asked } = open([job(1)], '/settings/jobs?page=2')
    await rowOf('Filling')
    await user.click(screen.getByRole('button', { name: 'Next page' }))
    await waitFor(() => expect(asked).toEqual([2, 3]))
  })

  it('that cannot be loaded say so', async () => {
    openSettings('/settings/jobs', {
      'jobs.getJobs': () => {
        throw new Refusal('INTERNAL')
      },
    })
    expect(await screen.findByText('The jobs could not be loaded')).toBeTruthy()
  })
})
