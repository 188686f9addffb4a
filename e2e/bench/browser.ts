import { type Browser, chromium, type Page } from '@playwright/test'
import { chromiumOptions } from '../fixtures/chromium.ts'
import type { DemoUser } from '../fixtures/pim.ts'

export function openBrowser(): Promise<Browser> {
  return chromium.launch(chromiumOptions)
}

export async function openPage(browser: Browser, origin: string): Promise<Page> {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    // What is measured is the product, not what animates it.
    reducedMotion: 'reduce',
  })
  return context.newPage()
}

export async function signIn(page: Page, user: DemoUser, path: string): Promise<void> {
  await page.goto(path)
  await page.locator('input[name="username"]').fill(user)
  await page.locator('input[name="password"]').fill(user)
  await page.locator('input[name="password"]').press('Enter')
  await page.getByRole('navigation', { name: 'Sections' }).waitFor()
}

/** What kept the page's only thread busy, in one piece, and how long that took of the processor alone. */
export interface Task {
  readonly wallMs: number
  readonly cpuMs: number
}

export interface Trace {
  readonly tasks: readonly Task[]
  /** Of each key press, until the screen showed what it did; those under 16 ms are not told. */
  readonly keyPresses: readonly number[]
  readonly wallMs: number
}

interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  readonly dur?: number
  readonly tdur?: number
  readonly args: { readonly name?: string; readonly data?: { readonly type?: string; readonly duration?: number } }
}

/** What the browser itself writes down while something is done in a page. */
export async function traced(page: Page, work: () => Promise<unknown>): Promise<Trace> {
  const browser = page.context().browser()
  if (!browser) throw new Error('a page without a browser')
  await browser.startTracing(page, {
    categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline', '__metadata'],
  })
  const started = performance.now()
  let text: string
  let wallMs: number
  try {
    await work()
    wallMs = performance.now() - started
  } finally {
    text = (await browser.stopTracing()).toString()
  }
  const { traceEvents } = JSON.parse(text) as { traceEvents: TraceEvent[] }
  const main = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  )
  const ofPage = traceEvents.filter(({ pid, tid }) => main.has(`${pid} ${tid}`))
  return {
    wallMs,
    tasks: ofPage
      .filter(({ name, ph }) => name === 'RunTask' && ph === 'X')
      .map(({ dur = 0, tdur = dur }) => ({ wallMs: dur / 1_000, cpuMs: tdur / 1_000 })),
    keyPresses: ofPage.flatMap(({ name, args: { data } }) =>
      name === 'EventTiming' && data?.duration !== undefined && /^key(?:down|press|up)$|input/.test(data.type ?? '')
        ? [data.duration]
        : [],
    ),
  }
}

export const longestOf = ({ tasks }: Trace): Task =>
  tasks.reduce((most, task) => (task.wallMs > most.wallMs ? task : most), { wallMs: 0, cpuMs: 0 })
