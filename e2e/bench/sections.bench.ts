import type { Browser, Page } from '@playwright/test'
import { openPage, signIn, type Trace, traced } from './browser.ts'
import { watchNetwork } from './network.ts'
import { figuresOf, medianOf, printTable } from './table.ts'

const barMs = 100

/** What comes over the wire where the server only says that a file is still the same. */
const noBody = 1_000

const sections = [
  { name: 'Media', path: '/media-items', shows: 'Media' },
  { name: 'Taxonomy', path: '/taxonomies', shows: 'Taxonomies' },
  { name: 'Content', path: '/content-items', shows: 'Content' },
] as const

/** From one section to the next by the links of the header, with all of them loaded. */
export async function benchSections(browser: Browser, origin: string, rounds: number): Promise<boolean> {
  const page = await openPage(browser, origin)
  try {
    await signIn(page, 'editor', '/content-items')
    await page.locator('tr[data-row]').first().waitFor()
    const hovered = await fetchedBy(page, 'Media', 'media', (link) => link.hover())
    const focused = await fetchedBy(page, 'Taxonomy', 'taxonomy', (link) => link.focus())

    const times: number[] = []
    for (let round = -1; round < rounds; round++) {
      for (const section of sections) {
        const time = await switchTo(page, section)
        if (round >= 0) times.push(time)
      }
    }
    const cpu: number[] = []
    for (const section of sections)
      cpu.push(sumOfCpu(await traced(page, () => switchTo(page, section, { isQuiet: true }))))
    const bare = await bareSwitch(browser, rounds)
    const { p50, p99 } = figuresOf(times)
    return printTable('From one section to another', [
      {
        what: 'a press on its link to its heading on the screen',
        p50,
        p99,
        beside: { what: 'a list drawn by hand', value: bare },
        bar: `p99 < ${barMs}`,
        isMet: p99 < barMs,
        note: `${medianOf(cpu).toFixed(0)} ms of the processor`,
      },
      { what: 'files fetched when pointed at', p50: hovered.before, unit: '', bar: '≥ 1', isMet: hovered.before > 0 },
      {
        what: 'and still to be fetched when pressed',
        p50: hovered.after,
        unit: '',
        bar: '0',
        isMet: hovered.after === 0,
      },
      { what: 'files fetched when focused', p50: focused.before, unit: '', bar: '≥ 1', isMet: focused.before > 0 },
      {
        what: 'and still to be fetched when pressed',
        p50: focused.after,
        unit: '',
        bar: '0',
        isMet: focused.after === 0,
      },
    ])
  } finally {
    await page.context().close()
  }
}

/** Scripts of a section that come over the wire when its link is pointed at, and those that a press then still needs. */
async function fetchedBy(
  page: Page,
  name: string,
  section: string,
  point: (link: ReturnType<Page['getByRole']>) => Promise<void>,
): Promise<{ before: number; after: number }> {
  const link = page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name, exact: true })
  const network = await watchNetwork(page)
  const scripts = () =>
    network.exchanges.filter(
      ({ url, bytes }) => bytes > noBody && url.includes(`${section}/`) && /\.js(?:\?|$)/.test(url),
    )
  await point(link)
  // On a busy machine the first of them comes late; what comes after it belongs to the same round.
  for (const until = performance.now() + 5_000; scripts().length === 0 && performance.now() < until; )
    await page.waitForTimeout(100)
  await page.waitForTimeout(1_000)
  const before = scripts().length
  await link.press('Enter')
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForTimeout(500)
  const after = scripts().length - before
  await network.stop()
  return { before, after }
}

const sumOfCpu = ({ tasks }: Trace): number => tasks.reduce((sum, { cpuMs }) => sum + cpuMs, 0)

/** From the press itself, by the page's own clock, to the frame in which the section's heading is drawn. */
async function switchTo(
  page: Page,
  { name, shows }: (typeof sections)[number],
  { isQuiet = false } = {},
): Promise<number> {
  const link = page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name, exact: true })
  await link.hover()
  const time = page.evaluate(
    (heading) =>
      new Promise<number>((resolve) => {
        addEventListener(
          'click',
          (click) => {
            const look = () => {
              if (!document.querySelector('h1')?.textContent?.startsWith(heading)) return requestAnimationFrame(look)
              // The frame that has it is drawn when the next task begins.
              return setTimeout(() => resolve(performance.now() - click.timeStamp))
            }
            requestAnimationFrame(look)
          },
          { capture: true, once: true },
        )
      }),
    shows,
  )
  await link.click()
  const taken = await time
  // Its pictures and what else it reads come in peace, unless that is not to be counted.
  if (!isQuiet) await page.waitForTimeout(300)
  return taken
}

/** What a page without any library takes to put a list of the same length where another stood. */
async function bareSwitch(browser: Browser, rounds: number): Promise<number> {
  const page = await openPage(browser, 'about:blank')
  try {
    const times: number[] = []
    for (let round = 0; round < rounds; round++)
      times.push(
        await page.evaluate(
          () =>
            new Promise<number>((resolve) => {
              const started = performance.now()
              const list = document.createElement('table')
              for (let row = 0; row < 25; row++) {
                const line = list.insertRow()
                for (let cell = 0; cell < 6; cell++) line.insertCell().textContent = `${row} ${cell}`
              }
              document.body.replaceChildren(list)
              requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - started)))
            }),
        ),
      )
    return figuresOf(times).p50
  } finally {
    await page.context().close()
  }
}
