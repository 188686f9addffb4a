import { Refusal } from '@pim/api-client/testing'
import { jobOf, plannedRow, planOf } from '@pim/content-kit/testing'
import type { ContentType, Job, Plan, PlanRequest, Role } from '@pim/contract'
import { afterEach, describe, expect, it, rs } from '@rstest/core'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { english, openContent, uuid } from '../../testing/open-content.tsx'

rs.setConfig({ testTimeout: 60_000 })
afterEach(cleanup)

const camera: ContentType = {
  technicalName: 'camera',
  friendlyName: { 'en-US': 'Camera' },
  kind: 'user',
  fields: [{ technicalName: 'colour', friendlyName: { 'en-US': 'Colour' }, type: 'text' }],
}
const rowAt = (number: number, parts: Parameters<typeof plannedRow>[0] = {}) =>
  plannedRow({
    contentItemId: uuid(100 + number),
    contentVariationId: uuid(200 + number),
    variationId: english.variationId,
    name: `Camera ${number}`,
    ...parts,
  })
const missing = { technicalFieldName: 'colour', code: 'REQUIRED' as const, message: 'for developers' }

/** A plan for 1,050 items of which the first page is this; its counts are of the whole. */
const kept = (parts: Partial<Plan> = {}): Plan => {
  const rows = [rowAt(1, { blocking: [missing] }), rowAt(2), rowAt(3)]
  return {
    ...planOf(rows),
    planId: uuid(1),
    jobId: uuid(2),
    asked: { step: 'publish', variationIds: [english.variationId], skipBlocked: true },
    canExecute: true,
    itemCount: 1_050,
    blockedCount: 11,
    outcomes: { goesLive: 1_050, changes: 0, goesAway: 0, unchanged: 0 },
    paging: { pageNumber: 1, pageSize: 25, totalCount: 1_050, totalPages: 42 },
    ...parts,
  }
}
const planning = kept({ state: 'planning', canExecute: false, items: [], itemCount: 0 })

interface Stage {
  plan: Plan
  job?: Partial<Job>
}

/** The screen of a plan, of which the server tells one stage after the other: the next one when the job of one has ended. */
function openPlan(stages: Stage[], { role = 'publisher', refuse }: { role?: Role; refuse?: 'PLAN_OUTDATED' } = {}) {
  let at = 0
  const now = () => stages[at] ?? stages[stages.length - 1] ?? { plan: kept() }
  const executed: unknown[] = []
  const asked: PlanRequest[] = []
  const undone: unknown[] = []
  const opened = openContent({
    at: `/content-plan/${uuid(1)}`,
    role,
    server: {
      'contentModel.getAllTypes': () => [camera],
      'publishPlan.getPlan': ({ params }) => {
        if (params.planId !== uuid(1)) return planning
        return now().plan
      },
      'jobs.getJob': ({ params }) => {
        const { job = {} } = now()
        if (job.finishedAt) at += 1
        return jobOf({ ...params, kind: 'make-plan', ...job })
      },
      'publishPlan.makePlan': ({ body }) => {
        asked.push(body)
        return { ...planning, planId: uuid(9) }
      },
      'bulkChange.createBulkChange': ({ body }) => {
        undone.push(body)
        throw new Refusal('ALREADY_RUNNING')
      },
      'publishPlan.executePlan': ({ body }) => {
        if (refuse) throw new Refusal(refuse)
        executed.push(body)
        at += 1
        return { jobId: uuid(3), variations: [] }
      },
    },
  })
  return { ...opened, executed, asked, undone }
}

const ended: Partial<Job> = { status: 'done', finishedAt: '2026-01-01T00:01:00Z', doneCount: 2_100, totalCount: 2_100 }

describe('a plan that the server keeps', () => {
  it('says how far it is, and that one may leave', async () => {
    openPlan([{ plan: planning, job: { doneCount: 840, totalCount: 2_100 } }])
    expect(await screen.findByText('40% looked at')).toBeTruthy()
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('40')
    expect(screen.getByText(/goes on when you close this page/)).toBeTruthy()
  })

  it('shows what it does, what is left out and why, is done by a job, and says what became of it', async () => {
    const items = [
      rowAt(1, { blocking: [missing], result: 'blocked' }),
      rowAt(4, { result: 'blocked' }),
      rowAt(5, { result: 'outdated' }),
      rowAt(2, { result: 'done', outcome: 'unchanged' }),
    ]
    const { user, executed } = openPlan([
      { plan: planning, job: ended },
      { plan: kept() },
      { plan: kept({ state: 'executing', jobId: uuid(3) }), job: { ...ended, doneCount: 400, totalCount: 1_050 } },
      { plan: kept({ state: 'done', items, done: { done: 1_038, blocked: 11, outdated: 1 } }) },
    ])
    expect(await screen.findByRole('heading', { name: 'Publish 1050 items in English' })).toBeTruthy()
    expect(screen.getByText('11 variations are blocked: their items are left out and stay as they are.')).toBeTruthy()
    expect(screen.getByText('Colour is needed before en-US can go live.')).toBeTruthy()
    expect(screen.getByText('1–25 of 1,050')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Go on without what is blocked' }))
    expect(await screen.findByText('1038 items are live')).toBeTruthy()
    expect(executed).toEqual([{ planId: uuid(1), fingerprint: kept().fingerprint }])
    const left = (name: RegExp) => within(screen.getByRole('heading', { name }).closest('section') ?? document.body)
    expect(left(/^11 items were blocked/).getByText('Colour is needed before en-US can go live.')).toBeTruthy()
    expect(left(/^11 items were blocked/).getAllByText(/It was refused when its turn came/)).toHaveLength(1)
    expect(left(/^1 item was left as it was: somebody/).getByRole('link', { name: 'Camera 5' })).toBeTruthy()
    expect(screen.queryByText('Camera 2')).toBeNull()
  })

  it('is planned again by what it was asked for, with a way out of what blocks it', async () => {
    const notLive = { ...missing, code: 'NOT_LIVE' as const, sourceVariationId: uuid(2) }
    const { user, asked } = openPlan([{ plan: kept({ items: [rowAt(1, { blocking: [notLive] })] }) }])
    await user.click(await screen.findByRole('radio', { name: 'Publish sv-SE too' }))
    await screen.findByRole('heading', { name: 'Plan for many items' })
    expect(asked).toEqual([{ planId: uuid(1), skipBlocked: true, resolve: 'publishAncestors' }])
  })

  it('offers to take along what its items link to, and what it was planned with before', async () => {
    const linked = { mediaCount: 3, otherCount: 1, leftOutCount: 0 }
    const { user, asked } = openPlan([
      { plan: kept({ linked, asked: { step: 'publish', resolve: 'publishAncestors', withLinked: {} } }) },
    ])
    const taken = await screen.findByRole<HTMLInputElement>('checkbox', { name: /3 media items and 1 other item/ })
    expect(taken.checked).toBe(true)
    expect(screen.getByText(/up to 5 links away and 100,000 items at most/)).toBeTruthy()
    await user.click(taken)
    await waitFor(() => expect(asked).toHaveLength(1))
    expect(asked).toEqual([{ planId: uuid(1), skipBlocked: true, resolve: 'publishAncestors' }])
  })

  it('keeps what it takes along when another way is chosen', async () => {
    const notLive = { ...missing, code: 'NOT_LIVE' as const, sourceVariationId: uuid(2) }
    const withLinked = { except: [] }
    const { user, asked } = openPlan([
      { plan: kept({ items: [rowAt(1, { blocking: [notLive] })], asked: { step: 'publish', withLinked } }) },
    ])
    await user.click(await screen.findByRole('radio', { name: 'Publish sv-SE too' }))
    await waitFor(() => expect(asked).toHaveLength(1))
    expect(asked).toEqual([{ planId: uuid(1), skipBlocked: true, resolve: 'publishAncestors', withLinked }])
  })

  it('that is done is taken back as a bulk change, with what it took along', async () => {
    const done = { done: 1_050, blocked: 0, outdated: 0 }
    const { user, undone } = openPlan([{ plan: kept({ state: 'done', items: [], done, bulkChangeId: uuid(1) }) }])
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(undone).toEqual([{ undoOf: uuid(1) }]))
  })

  it('that somebody made anew says so and does nothing', async () => {
    const { user, executed } = openPlan([{ plan: kept({ blockedCount: 0 }) }], { refuse: 'PLAN_OUTDATED' })
    await user.click(await screen.findByRole('button', { name: 'Publish 1050 items' }))
    expect(await screen.findByText(/Something has changed since you looked. Nothing was done/)).toBeTruthy()
    expect(executed).toEqual([])
  })

  it('whose job has failed says what was kept, and can be made again', async () => {
    const job: Partial<Job> = { ...ended, status: 'failed', error: 'for developers' }
    const failed = { plan: kept({ state: 'executing' }), job }
    const { user, asked } = openPlan([failed, failed, failed, failed])
    expect(await screen.findByText(/It stopped before all of it was done. What was done stays/)).toBeTruthy()
    expect(screen.queryByText('for developers')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Plan again' }))
    await waitFor(() => expect(asked).toEqual([{ planId: uuid(1), skipBlocked: true }]))
  })

  it('is shown to an editor, who is told which role does it', async () => {
    const { user, executed } = openPlan([{ plan: kept() }], { role: 'editor' })
    const button = await screen.findByRole('button', { name: 'Go on without what is blocked' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    await user.hover(button)
    expect((await screen.findByRole('tooltip')).textContent).toContain('publisher')
    expect(executed).toEqual([])
  })
})
