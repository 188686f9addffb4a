import { type Handlers, Refusal } from '@pim/api-client/testing'
import type { Job, Role, Variation } from '@pim/contract'
import { afterEach, describe, expect, it, rs } from '@rstest/core'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { choose, openSettings, rowOf } from '../../testing/open-settings.tsx'

rs.setConfig({ testTimeout: 60_000 })
afterEach(cleanup)

const uuid = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`
const variation = (number: number, languageCode: string, friendlyName: string, fallback: number | null): Variation => ({
  variationId: uuid(number),
  friendlyName,
  languageCode,
  fallbackVariationId: fallback === null ? null : uuid(fallback),
  isDefault: fallback === null,
})
const job = (parts: Partial<Job> = {}): Job => ({
  jobId: uuid(90),
  kind: 'resync-new-variations',
  status: 'running',
  doneCount: 40,
  totalCount: 120,
  createdAt: '2026-01-01T00:00:00Z',
  startedAt: '2026-01-01T00:00:00Z',
  finishedAt: null,
  createdBy: 'u1',
  result: null,
  error: null,
  ...parts,
})

/** A small server of three variations. */
function open(overrides: Handlers = {}, role: Role = 'admin') {
  let variations = [
    variation(1, 'en-US', 'English', null),
    variation(3, 'de-AT', 'German (Austria)', 2),
    variation(2, 'de-DE', 'German', 1),
  ]
  const sent: unknown[] = []
  const jobs: Job[] = []
  const server: Handlers = {
    'tenants.getVariations': () => variations,
    'jobs.getJobs': () => ({
      items: jobs,
      paging: { pageNumber: 1, pageSize: 25, totalCount: jobs.length, totalPages: 1 },
    }),
    'tenants.createVariation': ({ body }) => {
      sent.push(body)
      const made = { ...variation(4, body.languageCode, body.friendlyName, null), isDefault: false }
      const after = { ...made, fallbackVariationId: body.fallbackVariationId ?? null }
      variations = [...variations, after]
      return after
    },
    'tenants.deleteVariation': ({ params, query }) => {
      sent.push(query)
      if (!query.allowDataLoss) {
        throw new Refusal('DATA_LOSS', {
          affected: [
            { technicalName: 'product', technicalFieldName: 'title', itemCount: 40 },
            { technicalName: 'article', technicalFieldName: 'title', itemCount: 2 },
          ],
        })
      }
      variations = variations.filter(({ variationId }) => variationId !== params.variationId)
    },
    'contentModel.getAllTypes': () => [
      {
        technicalName: 'product',
        friendlyName: { 'en-US': 'Product' },
        kind: 'user',
        fields: [{ technicalName: 'title', friendlyName: { 'en-US': 'Title' }, type: 'text' }],
      },
    ],
    ...overrides,
  }
  return { ...openSettings('/settings/variations', server, role), sent, jobs }
}

describe('the variations', () => {
  it('are drawn under what they fall back to, with the whole chain', async () => {
    open()
    expect(within(await rowOf('German \\(Austria\\)')).getByText('en-US ← de-DE ←')).toBeTruthy()
    const names = screen.getAllByRole('row').map((row) => row.textContent ?? '')
    expect(names.findIndex((text) => text.includes('Austria'))).toBeGreaterThan(
      names.findIndex((text) => text.startsWith('German')),
    )
  })

  it('say why they cannot be changed where they cannot', async () => {
    const { user } = open({}, 'editor')
    await user.click(await screen.findByRole('button', { name: 'What to do with German' }))
    expect(await screen.findByRole('menuitem', { name: /Change.*Takes the role of administrator/ })).toBeTruthy()
    await user.keyboard('{Escape}')
    await user.click(screen.getByRole('button', { name: 'New variation' }))
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

describe('a variation', () => {
  it('is added with its fallback, and called as its language is called', async () => {
    const { user, sent } = open()
    await user.click(await screen.findByRole('button', { name: 'New variation' }))
    await user.type(await screen.findByRole('combobox', { name: /Language/ }), 'deutsch schweiz')
    await user.click(
      await screen.findByRole('option', { name: 'German (Switzerland) Deutsch (Schweiz) · de-CH · Latin' }),
    )
    await user.click(screen.getByRole('combobox', { name: 'Falls back to' }))
    await user.click(await screen.findByRole('option', { name: /de-DE/ }))
    await user.click(screen.getByRole('button', { name: 'Add variation' }))
    expect(await rowOf('de-CH')).toBeTruthy()
    expect(sent).toMatchObject([
      { languageCode: 'de-CH', friendlyName: 'German (Switzerland)', fallbackVariationId: uuid(2) },
    ])
  })

  it('takes a right code that is not in the list, and says what is missing where it is none', async () => {
    const { user, sent } = open()
    await user.click(await screen.findByRole('button', { name: 'New variation' }))
    const language = await screen.findByRole('combobox', { name: /Language/ })
    await waitFor(() => expect(document.activeElement).toBe(language))
    await user.keyboard('not a language')
    expect(screen.getByText(/No language has this name/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Add variation' }))
    expect(await screen.findByText('Choose the language first')).toBeTruthy()
    await user.type(language, 'en_shaw_gb')
    await user.tab()
    expect(screen.queryByText('Choose the language first')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Add variation' }))
    await waitFor(() => expect(sent).toMatchObject([{ languageCode: 'en-Shaw-GB' }]))
  })

  it('that would fall back to itself says so at its fallback, and keeps what was chosen', async () => {
    const { user } = open({
      'tenants.changeVariation': () => {
        throw new Refusal('VARIATION_CYCLE')
      },
    })
    await choose(user, 'German', 'Change')
    await user.click(await screen.findByRole('button', { name: 'Save' }))
    const field = screen.getByRole('combobox', { name: 'Falls back to' })
    await waitFor(() => expect(screen.getByText(/Values would go round in a circle/)).toBeTruthy())
    expect(field.getAttribute('aria-invalid') ?? field.parentElement?.innerHTML).toMatch(/true/)
  })

  it('is removed once it was said how many values go with it', async () => {
    const { user, sent } = open()
    await choose(user, 'German (Austria)', 'Remove')
    await user.click(await screen.findByRole('button', { name: 'Remove the variation' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    const losses = await dialog.findByRole('list', { name: 'What would be lost' })
    await waitFor(() => expect(losses.textContent).toContain('Title · Product: 40 items'))
    await user.click(dialog.getByRole('button', { name: 'Remove it and lose 42 values' }))
    await waitFor(() => expect(screen.queryByRole('row', { name: /Austria/ })).toBeNull())
    expect(sent).toEqual([{ allowDataLoss: false }, { allowDataLoss: true }])
  })
})

describe('missing variations', () => {
  it('are filled in, and the screen shows how far that is until it is done', async () => {
    const { user, jobs, record } = open({
      'tenants.resyncNewVariations': () => {
        jobs.unshift(job())
        return { jobId: uuid(90), status: 'running', newVariationIds: [], createdCount: 0, skippedCount: 0 }
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Fill in missing variations' }))
    expect(await screen.findByText('40 of 120')).toBeTruthy()
    expect(screen.getByRole('progressbar', { name: 'Filling in missing variations' })).toBeTruthy()
    expect(record.feedback).toEqual([{ type: 'info', message: 'The missing variations are being filled in' }])
    jobs[0] = job({ status: 'done', doneCount: 120 })
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
  })

  it('that could not be filled in say why', async () => {
    open({
      'jobs.getJobs': () => ({
        items: [job({ status: 'failed', error: 'The disk is full' })],
        paging: { pageNumber: 1, pageSize: 25, totalCount: 1, totalPages: 1 },
      }),
    })
    expect(await screen.findByText('It gave up: The disk is full')).toBeTruthy()
  })
})
