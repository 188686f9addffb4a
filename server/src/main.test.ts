import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@rstest/core'
import { isWholeRun } from '../testing/budget.ts'
import { endAll, launch, newDataFolder, ready, withPlantedFault } from '../testing/server-process.ts'

let folder: string
const launched = (variables?: Readonly<Record<string, string>>) => launch(folder, variables)

beforeEach(async () => {
  folder = await newDataFolder()
})
afterEach(endAll)

describe('the server', () => {
  it('starts without settings, becomes ready, tells where to sign in, and leaves no files behind when it ends', async () => {
    const token = 'figures-for-the-collector'
    const server = await ready(launched({ PIM_METRICS_TOKEN: token }))
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

  it.runIf(isWholeRun)('becomes unready on SIGTERM, serves on while it drains, and then ends', async () => {
    // Long enough for the calls below, on any machine.
    const server = await ready(launched({ PIM_DRAIN_MS: '5000' }))
    server.child.kill('SIGTERM')
    await expect.poll(() => server.output()).toContain('SIGTERM')
    const leaving = await fetch(`${server.origin}/readyz`)
    expect([leaving.status, await leaving.json()]).toEqual([503, { status: 'not ready', missing: ['server'] }])
    expect((await fetch(`${server.origin}/healthz`)).status).toBe(200)
    const settings = await fetch(`${server.origin}/api/settings`)
    // On a connection that stays open the next call would come in the moment in which it is closed.
    expect([settings.status, settings.headers.get('connection')]).toEqual([200, 'close'])
    expect(await server.ended).toBe(0)
  })

  const faults = [
    ['SIGUSR2', 'a planted rejection'],
    ['SIGALRM', 'a planted exception'],
  ] as const
  it.each(isWholeRun ? faults : [faults[0]])(
    'logs a fault that nobody has handled (%s) whole, becomes unready, drains, and ends with 70',
    async (signal, message) => {
      const server = await ready(launched({ ...withPlantedFault, PIM_DRAIN_MS: '5000' }))
      server.child.kill(signal)
      await expect.poll(() => server.output()).toContain('"level":"fatal"')
      const leaving = await fetch(`${server.origin}/readyz`)
      expect([leaving.status, await leaving.json()]).toEqual([503, { status: 'not ready', missing: ['server'] }])
      expect((await fetch(`${server.origin}/api/settings`)).status).toBe(200)
      expect(await server.ended).toBe(70)
      const logged =
        server
          .output()
          .split('\n')
          .find((line) => line.includes('"level":"fatal"')) ?? ''
      expect(JSON.parse(logged)).toMatchObject({ err: { message, stack: expect.stringContaining('planted-fault.ts') } })
      if (signal === 'SIGUSR2')
        expect(JSON.parse(logged)).toMatchObject({ err: { cause: { message: 'and its cause' } } })
      expect(existsSync(join(folder, 'postgres', 'postmaster.pid'))).toBe(false)
      expect((await readdir(folder)).filter((name) => name.startsWith('.process-'))).toEqual([])
    },
  )

  it.runIf(isWholeRun)('refuses to share its data folder with another server', async () => {
    await ready(launched())
    const second = launched()
    expect(await second.ended).toBe(1)
    expect(second.output()).toContain('PIM_DATA_DIR')
  })

  it('prints invalid settings without a stack trace, and does not start', async () => {
    const server = launched({ PIM_HOST: '0.0.0.0', PORT: 'eighty' })
    expect(await server.ended).toBe(1)
    expect(server.output()).toContain('PORT is a whole number')
    expect(server.output()).not.toContain('    at ')
  })
})
