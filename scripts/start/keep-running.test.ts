import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, rstest } from '@rstest/core'
import { isWholeRun } from '../../server/testing/budget.ts'
import { type Started, watched, withPlantedFault } from '../../server/testing/server-process.ts'
import type { Pauses } from './keep-running.ts'

// Whole processes with a database each, which can be slow on a busy machine.
rstest.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

let folder: string
let running: Pick<Started, 'child' | 'ended' | 'output'> | undefined

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pim-start-'))
})
afterEach(async () => {
  running?.child.kill('SIGTERM')
  await running?.ended
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

const patience = { timeout: 60_000 }
const quick: Pauses = { firstMs: 20, maxMs: 100, steadyMs: 600_000, maxFailures: 3 }

/** `keepRunning` in a process of its own. */
function watch(program: URL, pauses: Pauses, variables: Readonly<Record<string, string>> = {}) {
  const code = `import { keepRunning } from ${JSON.stringify(new URL('./keep-running.ts', import.meta.url).href)}
    process.exit(await keepRunning(new URL('${program.href}'), [], ${JSON.stringify(pauses)}))`
  const child = spawn(process.execPath, ['--eval', code], {
    env: { PATH: process.env.PATH, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running = { child, ...watched(child) }
  return running
}

/** A program that does this, and says its process id. */
async function programOf(body: string): Promise<URL> {
  const path = join(folder, 'program.mjs')
  await writeFile(path, `console.log('runs as ' + process.pid);${body}`)
  return pathToFileURL(path)
}
const count = (text: string, part: string) => text.split(part).length - 1

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, 'localhost', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  return typeof address === 'object' && address !== null ? address.port : 0
}

describe('the product that npm start runs', () => {
  it('has a limit for its heap, unless somebody sets another one', async () => {
    const program = await programOf(
      `import { getHeapStatistics } from 'node:v8'; console.log('heap of ' + getHeapStatistics().heap_size_limit)`,
    )
    const megabytesWith = async (variables: Readonly<Record<string, string>>) => {
      const { ended, output } = watch(program, quick, variables)
      await ended
      return Math.round(Number(/heap of (\d+)/.exec(output())?.[1]) / 2 ** 20)
    }
    const usual = await megabytesWith({})
    expect(usual).toBeGreaterThan(1_000)
    expect(usual).toBeLessThan(1_300)
    expect(await megabytesWith({ NODE_OPTIONS: '--max-old-space-size=512' })).toBeLessThan(800)
  })

  it.runIf(isWholeRun)(
    'is back after a rejection that nobody has handled and after a kill, and Ctrl-C ends all of it',
    async () => {
      const port = await freePort()
      const { child, ended, output } = watch(new URL('./product.ts', import.meta.url), quick, {
        ...withPlantedFault,
        PORT: String(port),
        PIM_DATA_DIR: folder,
        PIM_DEMO: '0',
        NODE_COMPILE_CACHE: join(tmpdir(), 'pim-main-compiled'),
      })
      const isReady = () =>
        fetch(`http://localhost:${port}/readyz`).then(
          ({ status }) => status,
          () => 'away',
        )
      const pids = () => [...output().matchAll(/planted in (\d+) \S*product\.ts/g)].map(([, pid]) => Number(pid))
      for (const [round, signal] of (['SIGUSR2', 'SIGKILL'] as const).entries()) {
        await expect.poll(() => count(output(), 'Ready in'), patience).toBe(round + 1)
        expect([pids().length, await isReady()]).toEqual([round + 1, 200])
        process.kill(pids()[round] ?? 0, signal)
      }
      await expect.poll(() => count(output(), 'Ready in'), patience).toBe(3)
      expect(await isReady()).toBe(200)
      expect(output()).toContain('a planted rejection')
      expect(output()).toContain('The server ended by itself (exit code 70). It is started again in 20 ms.')
      expect(output()).toContain('The server ended by itself (SIGKILL). It is started again in 40 ms.')

      child.kill('SIGINT')
      expect(await ended).toBe(0)
      expect(await isReady()).toBe('away')
      expect(existsSync(join(folder, 'postgres', 'postmaster.pid'))).toBe(false)
    },
  )

  it.runIf(isWholeRun)('ends with the process that watches it', async () => {
    const port = await freePort()
    const { child, output } = watch(new URL('./product.ts', import.meta.url), quick, {
      PORT: String(port),
      PIM_DATA_DIR: folder,
      PIM_DEMO: '0',
      NODE_COMPILE_CACHE: join(tmpdir(), 'pim-main-compiled'),
    })
    await expect.poll(() => output(), patience).toContain('Ready in')
    expect(existsSync(join(folder, 'postgres', 'postmaster.pid'))).toBe(true)
    child.kill('SIGKILL')
    await expect.poll(() => existsSync(join(folder, 'postgres', 'postmaster.pid')), patience).toBe(false)
  })
})

describe('a server that is watched', () => {
  it('is not started again once it could not stay up, and the last line says so', async () => {
    const { ended, output } = watch(await programOf(`process.send('ready', () => process.exit(7))`), quick)
    expect(await ended).toBe(7)
    expect(count(output(), 'runs as')).toBe(3)
    expect(output()).toContain('The server ended by itself 3 times in a row (exit code 7)')
    expect(output().trimEnd()).toMatch(/Remove the cause, then run `npm start`\.$/)
  })

  it('counts as up again when it has served for a while', async () => {
    const many = await programOf(`process.send('ready', () => process.exit(7))`)
    const { child, ended, output } = watch(many, { ...quick, firstMs: 1, steadyMs: 0 })
    await expect.poll(() => count(output(), 'runs as'), patience).toBeGreaterThan(5)
    child.kill('SIGTERM')
    // The signal comes in a pause, or while a server ends by itself.
    expect([0, 7]).toContain(await ended)
  })

  it('is not started again where the first one does not start, or was told to stop', async () => {
    const settings = watch(await programOf(`process.exit(1)`), quick)
    expect([await settings.ended, count(settings.output(), 'runs as')]).toEqual([1, 1])
    const told = watch(await programOf(`process.send('ready', () => process.exit(0))`), quick)
    expect([await told.ended, count(told.output(), 'runs as')]).toEqual([0, 1])
  })

  it('is not started again while a signal comes in the pause', async () => {
    const { child, ended, output } = watch(await programOf(`process.send('ready', () => process.exit(7))`), {
      ...quick,
      firstMs: 600_000,
      maxMs: 600_000,
    })
    await expect.poll(() => output(), patience).toContain('started again in')
    child.kill('SIGINT')
    expect([await ended, count(output(), 'runs as')]).toEqual([0, 1])
  })
})
