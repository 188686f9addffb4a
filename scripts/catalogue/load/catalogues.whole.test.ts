import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, rstest } from '@rstest/core'
import { isWholeRun } from '../../../server/testing/budget.ts'
import { startOwnServer, type TestServer } from '../../../server/testing/test-server.ts'
import { root } from '../../workspace.ts'
import { readAkeneo } from '../akeneo/read-akeneo.ts'
import { ApiSession } from './api-session.ts'
import { loadBundle } from './load-bundle.ts'
import { startLoader } from './loader-runs.ts'

// Whole catalogues: on a busy machine they take their time.
rstest.setConfig({ testTimeout: 600_000 })

/** Real catalogues, which are kept beside the repository and not in it. */
const folderOf = (name: string): string => join(root, '..', 'shared', 'data', name)
const [icecat, fashion] = [folderOf('catalogue-icecat'), folderOf('catalogue-fashion')]
for (const folder of [icecat, fashion]) {
  if (!existsSync(folder)) console.warn(`${folder} is not there, so no test loads it`)
}

let server: TestServer
let baseUrl: string
let token: string
beforeAll(async () => {
  // A server of its own: it listens at a port.
  server = await startOwnServer()
  baseUrl = await server.app.server.listen({ port: 0, host: '127.0.0.1' })
  token = await server.identity.tokenFor({ userId: 'loader', tenants: ['icecat', 'fashion'], roles: ['admin'] })
})
afterAll(() => server.close())

async function count(what: string): Promise<number> {
  const [row] = await server.rows.look<{ n: number }>(`select count(*)::int n from ${what}`)
  return row?.n ?? 0
}
const inTenant = (tenant: string) => `tenant_id = (select tenant_id from tenant where external_id = '${tenant}')`

// The larger one: load-bundle.test.ts goes on with what an earlier load wrote in the usual run, too.
describe.skipIf(!isWholeRun || !existsSync(icecat))('a catalogue of 1,121 products', () => {
  it('is loaded whole by the run after one that was killed, and not touched by the one after that', async () => {
    const start = () => startLoader(baseUrl, token, 'akeneo', icecat, '--tenant', 'icecat')
    const killed = start()
    while ((await count('content_item')) < 300) await wait(50)
    killed.child.kill('SIGKILL')
    await killed.ended
    expect(await count('content_item')).toBeLessThan(1_228)

    const second = start()
    expect([await second.ended, second.output()]).toEqual([0, expect.stringContaining(' 0 failures')])
    const ofTenant = inTenant('icecat')
    expect(await count(`content_item where ${ofTenant}`)).toBe(1_228)
    const keys = await count(`(select distinct scope_key, value_key from unique_claim where ${ofTenant}) as claims`)
    expect(keys).toBeGreaterThanOrEqual(1_228)
    // Counted from the files: products that lack, for every channel, something that their family requires on it.
    expect(second.output()).toContain('stay unpublished, as no channel has all that it requires (1008)')
    expect(await count(`content_variation where ${ofTenant} and status <> 'published'`)).toBe(3 * 1_008)
    expect(await count(`content_variation where ${ofTenant} and is_live`)).toBe(3 * (1_228 - 1_008))
    expect(await count(`binary_file where ${ofTenant}`)).toBe(107)

    const versions = await count('content_version')
    const third = start()
    expect([await third.ended, third.output()]).toEqual([
      0,
      expect.stringContaining('0 created, 0 changed, 1228 unchanged'),
    ])
    expect(await count('content_version')).toBe(versions)
    expect(await count(`binary_file where ${ofTenant}`)).toBe(107)
  })
})

describe.skipIf(!existsSync(fashion))('a catalogue with models', () => {
  it('is loaded with the values that variants inherit and with what channels require, and says of each model that it is no item', async () => {
    const bundle = await readAkeneo(fashion)
    expect(bundle.notes.filter(({ code }) => code === 'MODEL_WITHOUT_ITEM')).toHaveLength(81)
    const report = await loadBundle(new ApiSession({ baseUrl, credentials: { token } }), 'fashion', bundle)
    expect(report.failures).toEqual([])
    const [tenant] = await server.rows.look<{ channels: string }>(
      `select channel_details::text as channels from tenant where external_id = 'fashion'`,
    )
    expect(tenant?.channels).toContain('Drucken')
    const required = bundle.contentTypes.flatMap(({ fields }) =>
      fields.flatMap((field) => (Array.isArray(field.required) ? field.required : [])),
    )
    // The other requirements, one a channel and family, are of the identifier: it is required everywhere.
    expect(required).toHaveLength(291 - 3 * (bundle.contentTypes.length - 1))
    // Counted from the files: of 245 products 203 lack something for every channel, 30 nothing, 12 something for some.
    expect(report.unready).toHaveLength(203)
    const [{ n: onSome = 0 } = {}] = await server.rows.look<{ n: number }>(
      `select count(*)::int n from content_variation where ${inTenant('fashion')} and is_live and array_length(live_targets, 1) > 0`,
    )
    expect(onSome).toBe(3 * 12)
    expect(await count(`content_item where ${inTenant('fashion')} and kind = 'user'`)).toBe(245)
  })
})
