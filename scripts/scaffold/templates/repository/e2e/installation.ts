import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test as base, type Page } from '@playwright/test'

const dist = join(import.meta.dirname, '../dist')
const section = '__name__'
const folder = `/remotes/${section}/this-build`

interface Fixtures {
  /** Signs in on the identity provider's own page. Whoever has a password other than their name has it in PIM_PASSWORD. */
  signIn: (user: string, path: string) => Promise<void>
}

/**
 * Tests of this build in a real installation, whose address is in PIM_URL: its shell, its sign-in, its server and its
 * data. Only the section comes from `dist`, as if it had been deployed there.
 */
export const test = base.extend<Fixtures>({
  page: async ({ page }, use) => {
    await offerBuild(page)
    await use(page)
  },
  signIn: async ({ page }, use) => {
    await use(async (user, path) => {
      await page.goto(path)
      await page.locator('input[name="username"]').fill(user)
      await page.locator('input[name="password"]').fill(process.env.PIM_PASSWORD ?? user)
      await page.locator('input[name="password"]').press('Enter')
    })
  },
})

export { expect } from '@playwright/test'

async function offerBuild(page: Page): Promise<void> {
  await page.route(`**${folder}/**`, (route) => {
    const file = join(dist, new URL(route.request().url()).pathname.slice(folder.length))
    return existsSync(file) ? route.fulfill({ path: file }) : route.fulfill({ status: 404, body: '' })
  })
  await page.route('**/api/client-configuration', async (route) => {
    const response = await route.fetch()
    const { name: _name, ...known } = JSON.parse(readFileSync(join(dist, 'remote.json'), 'utf8'))
    const configuration = await response.json()
    configuration.remotes[section] = { ...known, manifestUrl: `${folder}/mf-manifest.json` }
    await route.fulfill({ response, json: configuration })
  })
}
