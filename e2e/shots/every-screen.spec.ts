import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { type DemoUser, expect, test } from '../fixtures/pim.ts'
import { readScreen } from '../fixtures/words.ts'
import { englishLeftOn, languages, turnTo } from './in-language.ts'
import { type Places, preparePlaces } from './places.ts'
import { contentItem } from './screens/content-item.ts'
import { contentList } from './screens/content-list.ts'
import { exchange } from './screens/exchange.ts'
import { frame, pages } from './screens/frame.ts'
import { media } from './screens/media.ts'
import { settings } from './screens/settings.ts'
import { taxonomies } from './screens/taxonomies.ts'
import type { Shot } from './shot.ts'
import { signInPage } from './sign-in-page.ts'

const folder = join(import.meta.dirname, '../../.shots')
const widths = [1440, 900, 360]
const schemes = ['light', 'dark'] as const
const screens = {
  'content-list': contentList,
  'content-item': contentItem,
  media,
  taxonomies,
  exchange,
  settings,
  frame,
  pages,
}
/** `PIM_SHOTS=media-` takes those alone whose name has this in it. */
const wanted = process.env.PIM_SHOTS ?? ''

// Much is broken here on purpose.
test.use({ expectedComplaints: /./ })

let places: Places
test.beforeAll(async ({ baseURL }) => {
  mkdirSync(folder, { recursive: true })
  places = await preparePlaces(baseURL ?? '')
})

for (const width of widths) {
  const viewport = { width, height: width < 600 ? 780 : 900 }

  for (const [screen, shots] of Object.entries(screens)) {
    const taken = shots
      .map((shot) => ({ ...shot, fileName: `${screen}-${shot.name}` }))
      .filter(({ fileName }) => fileName.includes(wanted))
    if (taken.length === 0) continue

    test(`${screen}, ${width} px`, async ({ page, signIn, changeUser }) => {
      await page.setViewportSize(viewport)
      let user: DemoUser | undefined
      for (const shot of taken) {
        const wantedUser = shot.user ?? 'admin'
        if (user !== wantedUser) await (user ? changeUser : signIn)(wantedUser, '/prototype')
        user = wantedUser
        const problem = await reach(page, shot, width).catch((error: unknown) => error)
        expect.soft(problem, shot.fileName).toBeUndefined()
        await shootInLanguages(page, `${shot.fileName}-${width}`)
        await page.unrouteAll({ behavior: 'ignoreErrors' })
      }
    })
  }

  test(`sign-in, ${width} px`, async ({ page }) => {
    await page.setViewportSize(viewport)
    for (const [name, go] of Object.entries(signInPage)) {
      await go(page)
      await shoot(page, `sign-in-${name}-${width}`)
    }
  })
}

/** English has no word behind its name, as it always was; of other languages it is said what has no room or is English. */
async function shootInLanguages(page: Page, name: string): Promise<void> {
  for (const language of languages) {
    if (language === 'en-US') {
      await shoot(page, name)
      continue
    }
    await turnTo(page, language).catch((error: unknown) => expect.soft(error, name).toBeUndefined())
    await settled(page, 800)
    await shoot(page, `${name}-${language}`)
    const cramped = (await page.evaluate(readScreen)).filter(({ hasNoRoom }) => hasNoRoom).map(({ text }) => text)
    for (const text of new Set(cramped)) console.log(`${name}-${language} has no room: ${text}`)
    for (const text of await englishLeftOn(page, language)) console.log(`${name}-${language} is English: ${text}`)
  }
}

/** Whoever follows the system sees it change at once, so one visit gives both pictures. */
async function shoot(page: Page, name: string): Promise<void> {
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.waitForTimeout(120)
    const path = join(folder, `${name}-${colorScheme}.png`)
    await page.screenshot({ path, animations: 'disabled', timeout: 30_000 })
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
}

async function reach(page: Page, { path, tenant = 'acme', before, after }: Shot, width: number): Promise<undefined> {
  await page.evaluate((id) => {
    sessionStorage.clear()
    localStorage.clear()
    localStorage.setItem('tenantId', id)
  }, tenant)
  await before?.(page)
  await page.goto(typeof path === 'string' ? path : path(places))
  await page.locator('h1, [role=status]').first().waitFor()
  const patience = before ? 1_200 : 8_000
  await settled(page, patience)
  if (!after) return
  page.setDefaultTimeout(5_000)
  await after(page, width)
  await settled(page, patience)
}

/** Nothing stands for something else any more, and every picture is there; or it is held up for good. */
async function settled(page: Page, patience: number): Promise<void> {
  await page.waitForTimeout(150)
  await page
    .waitForFunction(
      () =>
        document.querySelectorAll('.MuiSkeleton-root, [aria-busy=true]').length === 0 &&
        [...document.images].every(({ complete }) => complete),
      undefined,
      { timeout: patience },
    )
    .catch(() => undefined)
  await page.waitForTimeout(250)
}
