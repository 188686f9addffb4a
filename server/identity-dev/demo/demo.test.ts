import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { contract } from '@pim/contract'
import { afterAll, afterEach, beforeAll, describe, expect, it, rstest } from '@rstest/core'
import { z } from 'zod'
import { isWholeRun } from '../../testing/budget.ts'
import { type OutsideDatabases, outsideDatabases } from '../../testing/outside-database.ts'
import { adminToken, endAll, launch, newDataFolder, ready, type Started } from '../../testing/server-process.ts'
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts'

// Whole servers, and a catalogue loaded into them through the API: on a busy machine they take their time.
rstest.setConfig({ testTimeout: 480_000 })

let rows: TestDatabase
let databases: OutsideDatabases
beforeAll(async () => {
  rows = await testDatabase()
  databases = outsideDatabases(rows)
})
afterEach(endAll)
afterAll(async () => {
  await databases.drop()
  await rows.close()
})

describe('the demo', () => {
  it.runIf(isWholeRun)(
    'is loaded once and whole by four servers that are killed in the middle, and leaves alone what staff have changed',
    async () => {
      const { name, url } = await databases.create()
      const store = `file://${await newDataFolder()}`
      const start = async (demo: '0' | '1') =>
        ready(launch(await newDataFolder(), { DATABASE_URL: url, PIM_BINARY_STORE: store, PIM_DEMO: demo }))
      const look = async (statement: string) => (await databases.ask(statement, name)).map((row) => Object.values(row))

      const four = await Promise.all(Array.from({ length: 4 }, () => start('1')))
      // Into the middle of the products of acme: some are whole, some have a name and little else, none is published.
      const productsOfAcme = () =>
        look(`select v.content_variation_id, i.content_item_id, i.name from ${copies}
        where external_id = 'acme' and technical_name = 'product' and language_code = 'en-US' and v.version > 1
        order by i.content_item_id`)
      await until(async () => (await productsOfAcme()).length >= 20)
      await kill(...four)

      const quiet = await start('0')
      const staff = await callsOf(quiet)
      const [edited, renamed, deleted, archived] = await productsOfAcme()
      const fields = [{ technicalFieldName: 'summary', value: 'In our own words.' }]
      await staff('POST', '/api/content-variation', { contentVariationId: edited?.[0], fields })
      await staff('PATCH', `/api/content-item?contentItemId=${renamed?.[1]}&name=Ours`)
      await staff('DELETE', `/api/content-item/${deleted?.[1]}`)
      await staff('POST', `/api/content-variation/${archived?.[0]}/archive`)
      const taxonomies = contract.taxonomies.getTaxonomies.response.parse(await staff('GET', '/api/taxonomies'))
      const topics = taxonomies.find(({ friendlyName }) => friendlyName === 'Topics')
      await staff('DELETE', `/api/taxonomies/${topics?.taxonomyId}?detach=true`)
      const idsOf = (...touched: (typeof edited)[]) => touched.map((row) => `'${row?.[1]}'`).join()
      const theirs = () =>
        look(`select i.name, i.is_deleted, v.content_variation_id, v.status, v.version from ${copies}
        where i.content_item_id in (${idsOf(edited, renamed, deleted, archived)}) order by 3`)
      const asStaffLeftIt = await theirs()
      await kill(quiet)

      const last = await start('1')
      // Somebody edits what the loader has just written and has not published yet.
      await until(async () => (await productsOfAcme()).length >= 40)
      const items = await itemsInBundles()
      const isToBePublished = (item: unknown) => items.some(({ line }) => line === `acme ${item} en-US published false`)
      const written = (await productsOfAcme()).findLast(([, , item]) => isToBePublished(item))
      const staffNow = await callsOf(last)
      await staffNow('POST', '/api/content-variation', { contentVariationId: written?.[0], fields })
      const isDone = async () => {
        const jobs = await look(`select status, error from job where kind = 'demo-content'`)
        expect(jobs.filter(([status]) => status === 'failed')).toEqual([])
        return jobs.every(([status]) => status === 'done')
      }
      await until(isDone)
      expect(await theirs()).toEqual(asStaffLeftIt)
      const itsStatuses = `select distinct v.status from ${copies} where i.content_item_id = ${idsOf(written)}`
      expect(await look(itsStatuses)).toEqual([['draft']])
      expect(await look('select friendly_name from taxonomy order by 1')).toEqual([
        ['Assortment'],
        ['Materials'],
        ['Picture keywords'],
      ])
      expect(await look('select count(*)::int from variation')).toEqual([[6]])
      // Every item once, and nothing that an interrupted run had begun is left half done.
      const theirNames = new Set([edited, renamed, deleted, archived, written].map((row) => row?.[2]))
      const meant = items.filter(({ name: item }) => !theirNames.has(item))
      const found = await look(
        `select external_id, i.name, language_code, v.status, v.has_unpublished_changes from ${copies}
        where i.content_item_id not in (${idsOf(edited, renamed, deleted, archived, written)})`,
      )
      expect(found.map((row) => row.join(' ')).toSorted()).toEqual(meant.map(({ line }) => line).toSorted())

      await kill(last)
      const everything = `select count(*)::int, sum(version)::int, max(modified_at) from content_variation`
      const before = await look(everything)
      const again = await start('1')
      expect(again.output()).toContain('demo-delivery-key')
      expect(await isDone()).toBe(true)
      expect(await look(`select count(*)::int from job where kind = 'demo-content'`)).toEqual([[2]])
      expect(await look(everything)).toEqual(before)
    },
  )

  it.runIf(isWholeRun)('is completed by the next start where one was killed while it opened the tenants', async () => {
    const { name, url } = await databases.create()
    const start = async () => ready(launch(await newDataFolder(), { DATABASE_URL: url, PIM_DEMO: '1' }))
    await kill(await start())
    // As it is when the tenants are open, and nothing else.
    for (const statement of [
      `delete from api_key`,
      `delete from job`,
      `update identity.secret set value = 'true' where name = 'demo'`,
    ]) {
      await databases.ask(statement, name)
    }
    await kill(await start())
    const [found] = await databases.ask(
      `select (select count(*)::int from tenant) tenants, (select count(*)::int from api_key) keys,
        (select count(*)::int from job where kind = 'demo-content') jobs`,
      name,
    )
    expect(found).toEqual({ tenants: 2, keys: 1, jobs: 2 })
  })

  it.runIf(isWholeRun)('is not opened in a database that somebody has used', async () => {
    const { name, url } = await databases.create()
    const start = async (demo: '0' | '1') => ready(launch(await newDataFolder(), { DATABASE_URL: url, PIM_DEMO: demo }))
    const first = await start('0')
    const staff = await callsOf(first)
    const defaultVariation = { friendlyName: 'English', languageCode: 'en-US' }
    await staff('POST', contract.tenants.createTenant.path, { externalId: 'acme', friendlyName: 'A', defaultVariation })
    await kill(first)
    await start('1')
    expect(
      await databases.ask(
        'select (select count(*)::int from api_key) keys, (select count(*)::int from job) jobs',
        name,
      ),
    ).toEqual([{ keys: 0, jobs: 0 }])
    expect(await databases.ask('select external_id from tenant', name)).toEqual([{ external_id: 'acme' }])
  })
})

const copies = `content_variation v
  join content_item i on (i.tenant_id, i.content_item_id) = (v.tenant_id, v.content_item_id)
  join content_type t on (t.tenant_id, t.content_type_id) = (i.tenant_id, i.content_type_id)
  join variation l on (l.tenant_id, l.variation_id) = (v.tenant_id, v.variation_id)
  join tenant on tenant.tenant_id = v.tenant_id`
const itemSchema = z.object({
  name: z.string(),
  status: z.union([z.string(), z.record(z.string(), z.string())]).default('published'),
  pending: z.record(z.string(), z.unknown()).default({}),
})
const bundleSchema = z.object({
  parts: z.array(z.string()),
  variations: z.array(z.object({ languageCode: z.string() })),
})
const partSchema = z.object({ media: z.array(itemSchema).default([]), items: z.array(itemSchema).default([]) })

/** What the data says of every item in every language: tenant, name, language, status, whether edits wait. */
async function itemsInBundles(): Promise<{ name: string; line: string }[]> {
  const lines: { name: string; line: string }[] = []
  for (const tenant of ['acme', 'nordic']) {
    const read = async (file: string): Promise<unknown> =>
      JSON.parse(await readFile(new URL(`../../../demo/${tenant}/${file}`, import.meta.url), 'utf8'))
    const { parts, variations } = bundleSchema.parse(await read('bundle.json'))
    for (const part of parts) {
      const { media, items } = partSchema.parse(await read(part))
      for (const { name, status, pending } of [...media, ...items]) {
        for (const { languageCode: language } of variations) {
          const isPending = language in pending
          const meant = typeof status === 'string' ? status : (status[language] ?? 'draft')
          lines.push({ name, line: [tenant, name, language, isPending ? 'draft' : meant, isPending].join(' ') })
        }
      }
    }
  }
  return lines
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await wait(100)
}

async function kill(...servers: readonly Started[]): Promise<void> {
  for (const { child } of servers) child.kill('SIGKILL')
  await Promise.all(servers.map(({ ended }) => ended))
}

/** Calls of the public API in acme, as its administrator. */
async function callsOf(server: Started) {
  const token = await adminToken(server)
  return async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${server.origin}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'x-tenant-id': 'acme',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return answer.status === 204 ? undefined : answer.json()
  }
}
