import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { print } from '../../server/bench/measure.ts'
import { root } from '../workspace.ts'
import { untilDemoIsThere } from './demo-is-there.ts'
import { mixedLoad } from './mixed-load.ts'
import { memoryOfAll } from './process-memory.ts'

/** Megabytes of all processes together. */
const bars = { ever: 512, underLoad: 400, afterwards: 300 }
const afterMinutes = 3
const sampleEveryMs = 1_000

/**
 * The memory of the product as `npm start` runs it: while the first start loads the demo, in so many minutes of mixed load, and some minutes
 * afterwards. Only on Linux, which tells what each process really takes.
 */
export async function benchMemory(port: number, minutes: number): Promise<boolean> {
  if (process.platform !== 'linux') {
    console.error('Not measured, as only Linux tells it: the memory of all processes')
    return true
  }
  const folder = await mkdtemp(join(tmpdir(), 'pim-memory-'))
  const product = spawn(process.execPath, [join(root, 'scripts/tasks/start.ts')], {
    env: { ...process.env, PORT: String(port), PIM_DATA_DIR: folder, PIM_DIRECT_GRANT: '1', PIM_LOG_LEVEL: 'error' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const samples: number[] = []
  const sampler = setInterval(() => samples.push(memoryOfAll(product.pid ?? 0)), sampleEveryMs)
  const isOver = new AbortController()
  try {
    const rows: string[][] = [['megabytes of all processes', 'median', 'most', 'bar', '']]
    const met: boolean[] = []
    const report = (what: string, of: readonly number[], median: number, most: number) => {
      const sorted = of.toSorted((one, other) => one - other)
      const middle = sorted[Math.floor(sorted.length / 2)] ?? 0
      const highest = sorted.at(-1) ?? 0
      const isMet = middle <= median && highest <= most
      met.push(isMet)
      const bar = [...(median < most ? [`median ${median}`] : []), `most ${most}`].join(', ')
      rows.push([what, middle.toFixed(0), highest.toFixed(0), `≤ ${bar}`, isMet ? 'met' : 'MISSED'])
      console.error(rows.at(-1)?.join('  '))
    }
    await Promise.race([untilDemoIsThere(`http://localhost:${port}`), endOf(product)])
    report('first start, until the demo is loaded', samples.splice(0), bars.ever, bars.ever)
    const load = mixedLoad(port, isOver.signal)
    // Shown in parts, so that what grows is seen.
    const parts = Math.min(12, Math.max(2, Math.round(minutes / 5)))
    for (let part = 1; part <= parts; part++) {
      await Promise.race([load, sleep((minutes * 60_000) / parts)])
      const until = ((minutes * part) / parts).toFixed(0)
      report(`mixed load, until minute ${until}`, samples.splice(0), bars.underLoad, bars.ever)
    }
    isOver.abort()
    const calls = await load
    await sleep(afterMinutes * 60_000)
    report(`${afterMinutes} minutes after ${calls} turns of it`, samples.slice(-10), bars.afterwards, bars.afterwards)
    print('Memory of the product, server and database and all', rows)
    return met.every(Boolean)
  } finally {
    isOver.abort()
    clearInterval(sampler)
    if (product.exitCode === null && product.signalCode === null) {
      const ended = once(product, 'close')
      product.kill('SIGTERM')
      await ended
    }
    await rm(folder, { recursive: true, force: true })
  }
}

async function endOf(product: ChildProcess): Promise<never> {
  await once(product, 'exit')
  throw new Error('the product has ended')
}
