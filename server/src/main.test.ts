import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, rstest } from '@rstest/core'

// Whole processes with a database each: on a busy machine they take their time.
rstest.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

const program = fileURLToPath(new URL('./main.ts', import.meta.url))

interface Started {
  readonly child: ChildProcess
  readonly output: () => string
  readonly ended: Promise<number | null>
  origin: string
}

let folder: string
let started: Started[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pim-main-'))
})
afterEach(async () => {
  for (const { child, ended } of started) {
    child.kill('SIGKILL')
    await ended
  }
  started = []
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

/** The program itself, in a process of its own, as a supervisor would start it. */
function launch(variables: Readonly<Record<string, string>> = {}): Started {
  const child = spawn(process.execPath, [program], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: join(tmpdir(), 'pim-main-compiled'),
      PORT: '0',
      PIM_DATA_DIR: folder,
      PIM_LOG_FORMAT: 'json',
      PIM_DEMO: '0',
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const hear = (chunk: Buffer) => {
    output += chunk.toString()
  }
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  const one: Started = { child, output: () => output, ended, origin: '' }
  started.push(one)
  return one
}

async function ready(one: Started): Promise<Started> {
  let isOver = false
  one.ended.then(() => {
    isOver = true
  })
  while (!isOver && !one.output().includes('Ready at')) await new Promise((resolve) => setTimeout(resolve, 20))
  const origin = /Ready at (\S+)/.exec(one.output())?.[1]
  if (origin === undefined) throw new Error(`it did not start: ${one.output()}`)
  one.origin = origin
  return one
}

describe('the server', () => {
  it('needs nothing to start: it is ready, says where to sign in, and ends without leaving anything behind', async () => {
    const token = 'figures-for-the-collector'
    const server = await ready(launch({ PIM_METRICS_TOKEN: token }))
    const readiness = await fetch(`${server.origin}/readyz`)
    expect([readiness.status, await readiness.json()]).toEqual([200, { status: 'ready', missing: [] }])
    const configuration = await fetch(`${server.origin}/api/client-configuration`)
    expect(await configuration.json()).toMatchObject({ keycloak: { realm: 'pim', keycloakUrl: server.origin } })
    const keys = await fetch(`${server.origin}/realms/pim/protocol/openid-connect/certs`)
    expect(keys.status).toBe(200)
    expect((await fetch(`${server.origin}/metrics`)).status).toBe(401)
    const figures = await fetch(`${server.origin}/metrics`, { headers: { authorization: `Bearer ${token}` } })
    expect(await figures.text()).toContain('pim_request_duration_seconds_bucket')

    server.child.kill('SIGINT')
    expect(await server.ended).toBe(0)
    expect(existsSync(join(folder, 'postgres', 'postmaster.pid'))).toBe(false)
    expect((await readdir(folder)).filter((name) => name.startsWith('.process-'))).toEqual([])
  })

  it('says that it is leaving, goes on serving until that was heard, and then ends', async () => {
    const server = await ready(launch({ PIM_DRAIN_MS: '1500' }))
    server.child.kill('SIGTERM')
    while (!server.output().includes('SIGTERM')) await new Promise((resolve) => setTimeout(resolve, 10))
    const leaving = await fetch(`${server.origin}/readyz`)
    expect([leaving.status, await leaving.json()]).toEqual([503, { status: 'not ready', missing: ['server'] }])
    expect((await fetch(`${server.origin}/healthz`)).status).toBe(200)
    expect((await fetch(`${server.origin}/api/settings`)).status).toBe(200)
    expect(await server.ended).toBe(0)
  })

  it('does not share its data with another', async () => {
    await ready(launch())
    const second = launch()
    expect(await second.ended).toBe(1)
    expect(second.output()).toContain('PIM_DATA_DIR')
  })

  it('says in a sentence what is wrong with its settings, and opens no door', async () => {
    const server = launch({ PIM_HOST: '0.0.0.0', PORT: 'eighty' })
    expect(await server.ended).toBe(1)
    expect(server.output()).toContain('PORT is a whole number')
    expect(server.output()).not.toContain('    at ')
  })
})
