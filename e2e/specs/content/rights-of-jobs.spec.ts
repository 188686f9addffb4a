import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { apiAs } from '../../fixtures/api.ts'
import { expect, test } from '../../fixtures/pim.ts'

/** So many that the job has slices left when its person loses the role. */
const itemCount = 1_000
const widths = [1_440, 360]

/** Where a hand run wants to see the screens. */
async function shot(page: Page, name: string): Promise<void> {
  const folder = process.env.PIM_E2E_SHOTS
  if (folder === undefined) return
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    await page.screenshot({ path: join(folder, `${name}-${width}.png`), fullPage: true })
  }
  await page.setViewportSize({ width: 1_440, height: 900 })
}

test('a bulk change whose publisher loses the role waits, and somebody else takes it over', { tag: '@whole' }, async ({
  page,
  signIn,
  origin,
  checkAccessibility,
}) => {
  const api = await apiAs(origin, 'admin')
  const acme = { externalId: 'acme' }
  const username = `maja-${Date.now()}`
  const { userId, password = '' } = await api.installation.addMember({
    params: acme,
    body: { username, firstName: 'Maja', lastName: 'Ek', email: `${username}@example.com`, role: 'publisher' },
  })
  const english = (await api.tenants.getVariations()).find(({ isDefault }) => isDefault)?.variationId ?? ''
  const name = `Rights${Date.now()}`
  const { results } = await api.contentItem.batchItems({
    body: {
      items: Array.from({ length: itemCount }, (_, index) => ({
        name: `${name} ${index}`,
        technicalContentTypeName: 'article',
        variations: [
          {
            variationId: english,
            fields: [{ technicalFieldName: 'title', value: `A jacket ${index}` }],
            resetFields: [],
          },
        ],
      })),
    },
  })
  const maja = await apiAs(origin, { username, password })
  // Stored as the shell does it at a sign-in, so that colleagues see the name.
  await maja.userProfile.syncMyProfile()
  const items = results.flatMap(({ contentItemId }) => (contentItemId === undefined ? [] : [{ contentItemId }]))
  const edit = { kind: 'set', technicalFieldName: 'title', value: 'A light jacket' } as const
  const { bulkChangeId } = await maja.bulkChange.createBulkChange({
    body: { items, edits: [edit], variationIds: [english] },
  })
  const params = { bulkChangeId }
  const read = () => api.bulkChange.getBulkChange({ params })
  await expect.poll(async () => (await read()).state).toBe('ready')
  const { fingerprint } = await read()
  await maja.bulkChange.executeBulkChange({ params, body: { fingerprint } })
  await expect.poll(async () => (await read()).counts.done, { intervals: [20] }).toBeGreaterThan(0)
  await api.installation.setMemberRole({ params: { ...acme, userId }, body: { role: 'viewer' } })
  await expect.poll(async () => (await read()).state).toBe('paused')
  const { counts } = await read()
  expect(counts.done).toBeLessThan(itemCount)

  const reason = 'Paused: the role of Maja Ek does not allow this any more. It takes the role editor.'
  await signIn('admin', '/settings/jobs')
  const row = page.getByRole('row').filter({ hasText: reason })
  await expect(row.getByRole('button', { name: 'Take over' })).toBeVisible()
  await expect(row.getByRole('button', { name: 'End' })).toBeVisible()
  await checkAccessibility()
  await shot(page, 'jobs')

  await page.goto(`/content-bulk-change/${bulkChangeId}`)
  await expect(page.getByText(reason)).toBeVisible()
  await checkAccessibility()
  await shot(page, 'bulk-change')
  await page.getByRole('button', { name: 'Take over' }).click()
  await expect(page.getByText(`${itemCount.toLocaleString('en-US')} items were changed.`)).toBeVisible()
  expect((await read()).executedBy).not.toBe(userId)
})
