import type { Browser, Page } from '@playwright/test'
import { openPage, signIn } from './browser.ts'
import { type Exchange, roundsOf, watchNetwork } from './network.ts'
import { figuresOf, medianOf, printTable } from './table.ts'

const barBytes = 250_000
const barAllBytes = 300_000
const barRequests = 18
const barRounds = 2
const barMs = 1_200
const barWarmMs = 1_000
const barFast3gMs = 3_000
const barSlowProcessorMs = 2_500

/** "Fast 3G" of Chromium's developer tools, in milliseconds and bytes a second, with a processor four times as slow. */
const fast3g = { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 }
const tenMbit = { offline: false, latency: 20, downloadThroughput: 1_250_000, uploadThroughput: 1_250_000 }
const cpuSlowdown = 4

/** Text that stands once in a library's production build, whatever else is built with it. */
const signatures = {
  react: /\.__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE\s*=/g,
  'react-dom': /\.__DOM_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE\s*=/g,
  'MUI buttons': /"MuiButtonBase",\s*\["root"/g,
  emotion: /__unsafe_useEmotionCache/g,
  'react-query': /No QueryClient set, use QueryClientProvider/g,
  i18next: /backendConnector=/g,
  'react-router': /__reactRouterVersion/g,
  zustand: /\bgetInitialState:/g,
} as const

interface FirstLoad {
  readonly usableMs: number
  readonly scriptBytes: number
  readonly allBytes: number
  readonly requests: number
  readonly shells: number
  readonly sections: readonly string[]
  readonly rounds: number
  readonly chain: string
  readonly libraries: Readonly<Record<string, number>>
  readonly emptyMs: number
  readonly scripts: readonly string[]
}

/** Prints whose bytes these scripts of the shell and of a section are. */
export type PrintBytes = (section: string, scripts: readonly string[]) => Promise<void>

/** The content list in a browser that has never seen the product, of somebody who is signed in. */
export async function benchFirstLoad(
  browser: Browser,
  origin: string,
  runs: number,
  printBytes: PrintBytes,
): Promise<boolean> {
  const loads: FirstLoad[] = []
  const onFast3g: number[] = []
  const onTenMbit: number[] = []
  const warm: number[] = []
  for (let run = 0; run < runs; run++) {
    loads.push(await firstLoad(browser, origin))
    onFast3g.push((await firstLoad(browser, origin, { network: fast3g })).usableMs)
    onTenMbit.push((await firstLoad(browser, origin, { network: tenMbit })).usableMs)
    warm.push((await firstLoad(browser, origin, { isWarm: true })).usableMs)
  }
  const [first] = loads
  if (!first) return true
  const most = (of: (load: FirstLoad) => number) => Math.max(...loads.map(of))
  const usable = figuresOf(loads.map(({ usableMs }) => usableMs))
  const wrong = Object.entries(first.libraries).filter(([, times]) => times !== 1)
  await printBytes('content', first.scripts)
  return printTable('First load of the content list, cold cache', [
    {
      what: 'script before the list shows, compressed',
      p50: medianOf(loads.map(({ scriptBytes }) => scriptBytes)) / 1_000,
      p99: most(({ scriptBytes }) => scriptBytes) / 1_000,
      unit: 'kB',
      bar: `≤ ${barBytes / 1_000} kB`,
      isMet: most(({ scriptBytes }) => scriptBytes) <= barBytes,
    },
    {
      what: 'all that is sent',
      p50: medianOf(loads.map(({ allBytes }) => allBytes)) / 1_000,
      p99: most(({ allBytes }) => allBytes) / 1_000,
      unit: 'kB',
      bar: `≤ ${barAllBytes / 1_000} kB`,
      isMet: most(({ allBytes }) => allBytes) <= barAllBytes,
    },
    {
      what: 'requests that the network saw',
      p50: medianOf(loads.map(({ requests }) => requests)),
      p99: most(({ requests }) => requests),
      unit: '',
      bar: `≤ ${barRequests}`,
      isMet: most(({ requests }) => requests) <= barRequests,
    },
    {
      what: 'shells and sections',
      p50: first.shells + first.sections.length,
      unit: '',
      bar: 'one of each',
      isMet: loads.every(({ shells, sections }) => shells === 1 && sections.length === 1),
      note: ['shell', ...first.sections].join(', '),
    },
    {
      what: 'libraries that came other than once',
      p50: wrong.length,
      unit: `of ${Object.keys(signatures).length}`,
      bar: 'none',
      isMet: wrong.length === 0,
      note: wrong.map(([name, times]) => `${name}: ${times}`).join(', '),
    },
    {
      what: 'rounds of requests, manifest to screen',
      p50: medianOf(loads.map(({ rounds }) => rounds)),
      p99: most(({ rounds }) => rounds),
      unit: '',
      bar: `≤ ${barRounds}`,
      isMet: medianOf(loads.map(({ rounds }) => rounds)) <= barRounds,
      note: first.chain,
    },
    {
      what: 'to the first row',
      p50: usable.p50,
      p99: usable.most,
      bar: `≤ ${barMs} ms`,
      isMet: usable.p50 <= barMs,
      beside: { what: 'empty page', value: medianOf(loads.map(({ emptyMs }) => emptyMs)) },
    },
    {
      what: 'to the first row of a browser that has the files',
      p50: medianOf(warm),
      p99: Math.max(...warm),
      bar: `≤ ${barWarmMs} ms`,
      isMet: medianOf(warm) <= barWarmMs,
    },
    {
      what: `to the first row, 10 Mbit/s and a processor ${cpuSlowdown} × slower`,
      p50: medianOf(onTenMbit),
      p99: Math.max(...onTenMbit),
      bar: `≤ ${barSlowProcessorMs} ms`,
      isMet: medianOf(onTenMbit) <= barSlowProcessorMs,
    },
    {
      what: `to the first row, Fast 3G and a processor ${cpuSlowdown} × slower`,
      p50: medianOf(onFast3g),
      p99: Math.max(...onFast3g),
      bar: `≤ ${barFast3gMs} ms`,
      isMet: medianOf(onFast3g) <= barFast3gMs,
    },
  ])
}

interface Circumstances {
  /** Given, the processor is slower, too. */
  readonly network?: typeof fast3g
  readonly isWarm?: boolean
}

async function firstLoad(
  browser: Browser,
  origin: string,
  { network: slow, isWarm }: Circumstances = {},
): Promise<FirstLoad> {
  const page = await openPage(browser, origin)
  try {
    // The session is there, and held by the server; the page and all its files are not.
    await signIn(page, 'editor', '/content-items')
    await page.waitForFunction(() => localStorage.getItem('pim.sessionIsHeld'))
    if (isWarm) await page.locator('tr[data-row]').first().waitFor()
    await page.goto('about:blank')
    const emptyMs = await timeOf(() => page.goto('/healthz'))
    await page.goto('about:blank')
    const network = await watchNetwork(page, { cold: !isWarm })
    if (slow) await throttle(page, slow)
    let shownAt = 0
    const usableMs = await timeOf(async () => {
      await page.goto('/content-items', { waitUntil: 'commit' })
      const shown = await page.waitForFunction(
        () => document.querySelector('tr[data-row]') && performance.timeOrigin + performance.now(),
      )
      shownAt = Number(await shown.jsonValue())
    })
    // What had not come by then was not waited for.
    const exchanges = network.exchanges.filter(({ endMs, offsetMs }) => endMs + offsetMs <= shownAt)
    await network.stop()
    const scripts = exchanges.filter(({ type, url }) => type === 'Script' || /\.m?js(?:\?|$)/.test(url))
    const addresses = [...new Set(scripts.map(({ url }) => url))]
    const texts = await Promise.all(addresses.map(async (url) => (await fetch(url)).text()))
    const manifests = new Set(exchanges.map(({ url }) => url).filter((url) => url.endsWith('mf-manifest.json')))
    const rounds = roundsToScreen(exchanges)
    return {
      usableMs,
      emptyMs,
      scriptBytes: sumOf(scripts),
      allBytes: sumOf(exchanges),
      requests: exchanges.filter(({ bytes }) => bytes > 0).length,
      shells: new Set(
        scripts.map(({ url }) => url).filter((url) => /\/assets\/js\/index\.|\/index\.[\w]+\.js/.test(url)),
      ).size,
      sections: [...manifests].map((url) => new URL(url).pathname),
      scripts: addresses,
      rounds: rounds.length,
      chain: rounds.map((round) => round.map(nameOf).join(' + ')).join(' → '),
      libraries: Object.fromEntries(
        Object.entries(signatures).map(([name, signature]) => [
          name,
          texts.reduce((times, text) => times + (text.match(signature)?.length ?? 0), 0),
        ]),
      ),
    }
  } finally {
    await closeContext(page)
  }
}

async function throttle(page: Page, network: typeof fast3g): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', network)
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
}

/**
 * Of the page that shows the list, from its section's manifest on: the section's own files, and then what its code asks
 * for once it runs. What the shell does for itself meanwhile (who is signed in, which tenants there are) is beside it.
 */
function roundsToScreen(exchanges: readonly Exchange[]): (readonly Exchange[])[] {
  const ofPage = exchanges.slice(exchanges.findLastIndex(({ type }) => type === 'Document'))
  const files = ofPage.filter(({ url }) => /\/remotes\/.*\.js(?:\?|$)/.test(url))
  const running = Math.max(...files.map(({ endMs }) => endMs))
  const asked = ofPage.filter(({ startMs, url }) => startMs >= running && new URL(url).pathname.startsWith('/api/'))
  const isFirst = (file: Exchange) => files.findIndex(({ url }) => url === file.url) === files.indexOf(file)
  return [...roundsOf(files.filter(isFirst)), ...roundsOf(asked)]
}

const nameOf = ({ url }: Exchange): string => new URL(url).pathname.split('/').at(-1) ?? url

const sumOf = (exchanges: readonly Exchange[]): number => exchanges.reduce((sum, { bytes }) => sum + bytes, 0)

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

const closeContext = (page: Page): Promise<void> => page.context().close()
