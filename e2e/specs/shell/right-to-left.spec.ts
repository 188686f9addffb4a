import type { Page } from '@playwright/test'
import { expect, test } from '../../fixtures/pim.ts'
import { wordsOn } from '../../fixtures/words.ts'

const screens = ['/content-items', '/media-items', '/taxonomies', '/settings/content-types', '/settings/variations']

/** How far the page reaches over its sides, in pixels. */
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

const centreOf = async (page: Page, role: 'navigation' | 'button', name: RegExp | undefined) => {
  const box = await page
    .getByRole(role, name ? { name } : {})
    .first()
    .boundingBox()
  return (box?.x ?? 0) + (box?.width ?? 0) / 2
}

test('the product is drawn from right to left in a language that is written so', { tag: '@whole' }, async ({
  page,
  signIn,
}) => {
  await page.addInitScript(() => localStorage.setItem('pim.language', 'ar-XB'))
  const words = wordsOn(page)
  await signIn('admin', '/content-items')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await words.settled()
  // Columns go from right to left: the name of the item is at the right of its date.
  const header = page.getByRole('columnheader')
  const first = await header.nth(1).boundingBox()
  const last = await header.last().boundingBox()
  expect(first?.x).toBeGreaterThan(last?.x ?? 0)
  expect(await centreOf(page, 'button', /^\[Åççöûñţ/)).toBeLessThan(720)

  for (const path of screens) {
    await page.goto(path)
    await words.settled()
    for (const width of [1440, 360]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await overflow(page), `${path}, ${width} px`).toBe(0)
    }
    await page.setViewportSize({ width: 1440, height: 900 })
  }
})
