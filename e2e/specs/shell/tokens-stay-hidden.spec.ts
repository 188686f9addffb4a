import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { apiAs } from '../../fixtures/api.ts'
import {
  type Addresses,
  addressesOf,
  attempt,
  everythingTried,
  ledEachWay,
  namesOfAttempts,
  tokensFrom,
} from '../../fixtures/hostile-attempts.ts'
import { type Defence, type HostileInstallation, hostileInstallation } from '../../fixtures/hostile-installation.ts'
import { expect, test } from '../../fixtures/pim.ts'

const hostileCode = readFileSync(new URL('../../fixtures/hostile-section.js', import.meta.url), 'utf8')
const saves = '**/api/content-variation'
const sessionCalls = /\/browser-session$/
/** Access, id and refresh tokens are all of this form. */
const token = /eyJ[\w-]+\.[\w-]+\./

test.use({ expectedComplaints: /401/ })

const heardBy = (page: Page) => page.evaluate(() => Reflect.get(globalThis, 'heard') as string[] | undefined)

test('a hostile section hears no token, whatever it replaces and wherever it listens', async ({
  page,
  signIn,
  origin,
}) => {
  const { search } = await apiAs(origin, 'editor')
  const { items } = await search.searchUserContent({ body: { filtering: { searchText: 'Skymning' } } })
  const context = page.context()
  await context.route('**/remotes/content/**/remoteEntry.js', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: `${hostileCode}\n${await response.text()}` })
  })
  // Its own team wrote it: the hashes of the build are those of what it does. Without any, the shell loads it as it comes.
  await context.route('**/remotes/content/**/mf-manifest.json', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), integrity: undefined } })
  })
  await signIn('editor', `/content-item/${items[0]?.contentItemId}`)
  const title = page.getByRole('textbox', { name: 'Title', exact: true })
  await expect(title).toBeVisible()
  expect(await heardBy(page)).toBeDefined()

  // A save whose token is refused once, so that a new one is fetched.
  const before = await title.inputValue()
  await page.route(saves, (route) => route.fulfill({ status: 401, body: '' }), { times: 1 })
  const renewed = page.waitForResponse(sessionCalls)
  await title.fill(`${before} again`)
  expect((await renewed).status()).toBe(200)
  await expect(page.getByRole('status').filter({ hasText: /^Saved / })).toBeVisible()
  await title.fill(before)
  await expect(page.getByRole('status').filter({ hasText: /^Saved / })).toBeVisible()

  const second = await context.newPage()
  await second.goto('/content-items')
  await expect(second.locator('tr[data-row]').first()).toBeVisible()
  const heardInSecond = (await heardBy(second)) ?? []

  await page.getByRole('link', { name: 'Media', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Media items' })).toBeVisible()
  const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="2" height="2"/>')
  const file = { name: `Hidden ${Date.now()}.svg`, mimeType: 'image/svg+xml', buffer: drawing }
  await page.locator('input[type="file"]').setInputFiles(file)
  await expect(page.getByText('1 of 1 uploaded')).toBeVisible()

  const heard = (await heardBy(page)) ?? []
  // It does listen: the answers of the calls pass through the page.
  expect(heard.some((text) => text.includes('Skymning'))).toBe(true)
  expect([...heard, ...heardInSecond].filter((text) => token.test(text))).toEqual([])

  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page.locator('input[name="username"]')).toBeVisible()
  const leftFor = await page.evaluate(() => sessionStorage.getItem('left-for'))
  expect(leftFor).toBe(`${origin}/`)
})

test.describe('a hostile section that signs in by itself', () => {
  // It runs into refusals all the time.
  test.use({ expectedComplaints: /./ })

  let installation: HostileInstallation
  let addresses: Addresses
  test.beforeAll(async ({ baseURL }) => {
    installation = await hostileInstallation(baseURL ?? '', Number(process.env.PIM_E2E_DEV_PORT))
    addresses = addressesOf({ origin: installation.origin, provider: installation.origin })
  })
  test.afterAll(() => installation?.stop())

  test('gets neither a token nor a code that could be exchanged, whatever it tries', { tag: '@whole' }, async ({
    page,
    signIn,
    request,
  }) => {
    installation.takeOut([])
    await signIn('editor', `${installation.origin}/content-items`)
    const read = await everythingTried(page, addresses)
    expect(read.length).toBeGreaterThan(30)
    expect(await tokensFrom(read, addresses, request)).toEqual([])
    for (const led of await ledEachWay(page, addresses)) expect(await tokensFrom(led, addresses, request)).toEqual([])
  })

  // Each defence is enough alone where it stands beside others, so it is what the attempt fails by.
  const ways: readonly {
    readonly attempt: string
    readonly others?: readonly Defence[]
    readonly each: readonly Defence[]
  }[] = [
    { attempt: 'fetch', each: ['connect-src', 'sign-in for windows only', 'landing without a query'] },
    {
      attempt: 'worker',
      others: ['sign-in for windows only', 'landing without a query'],
      each: ['worker-src', 'policy of section files'],
    },
    {
      attempt: 'service worker',
      others: ['worker-src', 'policy of section files', 'sign-in for windows only', 'landing without a query'],
      each: ['no service workers'],
    },
    { attempt: 'window', each: ['opener policy of pages', 'opener policy of the provider'] },
    {
      attempt: 'form in a window',
      others: ['opener policy of pages', 'opener policy of the provider'],
      each: ['form-action'],
    },
    { attempt: 'frame', others: ['sign-in for windows only'], each: ['frame-src', 'frame-ancestors'] },
    { attempt: 'session by fetch', each: ['connect-src', 'key of the worker'] },
    { attempt: 'session by worker', each: ['worker-src', 'policy of section files', 'key of the worker'] },
    {
      attempt: 'session by service worker',
      others: ['worker-src', 'policy of section files', 'key of the worker'],
      each: ['no service workers'],
    },
    { attempt: 'arrival of a window', each: ['opener policy of pages', 'opener policy of the provider'] },
  ]
  for (const { attempt: name, others = [], each } of ways) {
    const title = `by a ${name} would get tokens, but for ${each.join(', ')}`
    test(title, { tag: '@whole' }, async ({ page, signIn, request }) => {
      const gotWithout = async (without: readonly Defence[]) => {
        installation.takeOut(without)
        await page.goto(`${installation.origin}/content-items`)
        await namesOfAttempts(page)
        return tokensFrom(await attempt(page, name, addresses), addresses, request)
      }
      installation.takeOut([])
      await signIn('editor', `${installation.origin}/content-items`)
      await namesOfAttempts(page)
      for (const kept of each) {
        expect(await gotWithout([...others, ...each].filter((one) => one !== kept)), kept).toEqual([])
      }
      expect(await gotWithout([...others, ...each])).not.toEqual([])
    })
  }
})
