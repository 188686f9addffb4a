import type { Page } from '@playwright/test'

/** The embedded identity provider's own page, in its states. */
export const signInPage: Record<string, (page: Page) => Promise<unknown>> = {
  page: async (page) => {
    await page.goto('/')
    await page.locator('input[name="username"]').waitFor()
  },
  wrong: async (page) => {
    await page.locator('input[name="username"]').fill('admin')
    await page.locator('input[name="password"]').fill('wrong')
    await page.locator('input[name="password"]').press('Enter')
    await page.waitForLoadState('networkidle')
  },
}
