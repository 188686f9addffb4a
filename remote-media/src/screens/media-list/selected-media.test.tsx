import { Refusal } from '@pim/api-client/testing'
import { planOf, rowOfStep } from '@pim/content-kit/testing'
import type { BulkChangeRequest, ContentType, PlanRequest, Role, SearchContentDocument } from '@pim/contract'
import { afterEach, describe, expect, it, rs } from '@rstest/core'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { english, openMedia, row } from '../../testing/open-media.tsx'

rs.setConfig({ testTimeout: 60_000 })
afterEach(cleanup)

const picture: ContentType = {
  technicalName: 'picture',
  friendlyName: { 'en-US': 'Picture' },
  kind: 'media',
  fields: [{ technicalName: 'credit', friendlyName: { 'en-US': 'Credit' }, type: 'text' }],
}

/** Opens the list over a server that remembers what bulk changes and plans it was asked for, and makes none. */
function openSelecting(options: Parameters<typeof openMedia>[0] = {}) {
  const asked: BulkChangeRequest[] = []
  const planned: PlanRequest[] = []
  const opened = openMedia({
    role: 'publisher',
    ...options,
    overrides: {
      'contentModel.getAllTypes': () => [picture],
      'contentModel.getAllMediaTypes': () => [picture],
      'bulkChange.createBulkChange': ({ body }) => {
        asked.push(body)
        throw new Refusal('ALREADY_RUNNING')
      },
      'publishPlan.makePlan': ({ body }) => {
        planned.push(body)
        throw new Refusal('ALREADY_RUNNING')
      },
    },
  })
  return { ...opened, asked, planned }
}

/** Opens the list over a server that plans steps, and remembers which it did. */
function openPlanning(rows: readonly SearchContentDocument[], role: Role = 'publisher') {
  const done: string[] = []
  const rowOf = (id: string) => rows.find(({ contentVariationId }) => contentVariationId === id)
  const planFor = (asked: PlanRequest) =>
    planOf(
      ('steps' in asked ? asked.steps : []).flatMap(({ contentVariationId, step }) => {
        const found = rowOf(contentVariationId)
        return found ? [rowOfStep(step, found, { ...found, publishedVersion: null })] : []
      }),
    )
  const opened = openMedia({
    rows,
    role,
    overrides: {
      'publishPlan.makePlan': ({ body }) => planFor(body),
      'publishPlan.executePlan': ({ body }) => {
        if (!('steps' in body)) throw new Refusal('NOT_FOUND')
        if (planFor(body).fingerprint !== body.fingerprint) throw new Refusal('PLAN_OUTDATED')
        done.push(...body.steps.map(({ contentVariationId, step }) => `${step} ${rowOf(contentVariationId)?.name}`))
        return { jobId: null, variations: [] }
      },
    },
  })
  return { ...opened, done }
}

type User = ReturnType<typeof openMedia>['user']

async function setCredit(user: User) {
  await user.click(await screen.findByRole('combobox', { name: 'Field' }))
  await user.click(await screen.findByRole('option', { name: 'Credit' }))
  await user.type(await screen.findByRole('textbox', { name: 'Credit' }), 'Ada')
  await user.click(screen.getByRole('button', { name: 'See what would change' }))
}

describe('media that are selected', () => {
  it('are ticked on their tiles, and edited with the versions that were seen', async () => {
    const { user, asked } = openSelecting({ rows: [row(1), row(2, { version: 7 })] })
    await user.click(await screen.findByRole('checkbox', { name: 'Select Picture 2.png' }))
    await user.click(await screen.findByRole('button', { name: 'Edit in bulk' }))
    expect(await screen.findByRole('heading', { name: 'Edit 1 item' })).toBeTruthy()
    await setCredit(user)
    await waitFor(() => expect(asked).toHaveLength(1))
    expect(asked[0]).toMatchObject({
      items: [{ contentItemId: row(2).contentItemId, versions: { [english.variationId]: 7 } }],
      edits: [{ kind: 'set', technicalFieldName: 'credit', value: 'Ada' }],
      variationIds: [english.variationId],
    })
  })

  it('of a whole page lead to all that match, which are media alone', async () => {
    const { user, asked, planned } = openSelecting({ at: '/media-items?q=cam', totalCount: 340 })
    await user.click(await screen.findByRole('checkbox', { name: 'Select Picture 1.png' }))
    await user.click(await screen.findByRole('button', { name: 'Select this page' }))
    await user.click(await screen.findByRole('button', { name: 'Select all 340 that match' }))
    const bar = within(await screen.findByRole('toolbar', { name: 'All 340 files that match are selected' }))
    await user.click(await bar.findByRole('button', { name: 'Publish' }))
    await waitFor(() => expect(planned).toHaveLength(1))
    const selection = { filtering: { searchText: 'cam', contentTypeTechnicalNames: ['picture'] } }
    expect(planned[0]).toMatchObject({ selection, step: 'publish', keep: true, skipBlocked: true })
    expect(planned[0]).toMatchObject({ selection: { filtering: { statuses: ['draft', 'published', 'unpublished'] } } })
    await user.click(bar.getByRole('button', { name: 'Edit in bulk' }))
    await setCredit(user)
    await waitFor(() => expect(asked).toHaveLength(1))
    expect(asked[0]).toMatchObject({ selection })
    expect(asked[0]).not.toHaveProperty('selection.paging')
  })

  it('take a step together, once its plan was looked at', async () => {
    const rows = [row(1), row(2), row(3, { status: 'published' })]
    const { user, record, done } = openPlanning(rows)
    for (const { name } of rows) await user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }))
    const bar = within(await screen.findByRole('toolbar', { name: '3 files selected' }))
    await user.click(await bar.findByRole('button', { name: 'Publish 2' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Publish 2 items in English?' }))
    expect(await dialog.findByText('2 go live')).toBeTruthy()
    expect(dialog.getByRole('link', { name: 'Picture 1.png' })).toBeTruthy()
    expect(done).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Publish 2 items' }))
    await waitFor(() => expect(done).toEqual(['publish Picture 1.png', 'publish Picture 2.png']))
    expect(record.feedback).toMatchObject([{ type: 'success', message: '2 items are live' }])
    await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull())
  })

  it('that were deleted come back with Undo', async () => {
    const { user, record, steps } = openPlanning([row(1), row(2)])
    await user.click(await screen.findByRole('checkbox', { name: 'Select Picture 1.png' }))
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    const confirm = await screen.findByRole('button', { name: 'Delete 1 item' })
    await waitFor(() => expect(confirm.getAttribute('aria-disabled')).toBeNull())
    await user.click(confirm)
    await waitFor(() => expect(record.feedback).toMatchObject([{ action: { label: 'Undo' } }]))
    act(() => record.feedback[0]?.action?.run())
    await waitFor(() => expect(steps).toEqual(['restore Picture 1.png']))
  })

  it('are not published by who may only edit', async () => {
    const { user, done } = openPlanning([row(1)], 'editor')
    await user.click(await screen.findByRole('checkbox', { name: 'Select Picture 1.png' }))
    const button = await screen.findByRole('button', { name: 'Publish' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    await user.click(button)
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(done).toEqual([])
  })

  it('cannot be ticked by who may not edit', async () => {
    openSelecting({ role: 'viewer' })
    expect(await screen.findByText('Picture 1.png')).toBeTruthy()
    expect(screen.queryByRole('checkbox', { name: 'Select Picture 1.png' })).toBeNull()
  })
})
