import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import {
  contract,
  type DeliveryVariation,
  deliveryPageSchema,
  type exportRequestSchema,
  itemColumns,
  maxItemsPerBatch,
} from '@pim/contract'
import { richTextFromHtml } from '@pim/field-types'
import { afterAll, beforeAll, describe, expect, it, rstest } from '@rstest/core'
import type { z } from 'zod'
import { isWholeRun } from '../../server/testing/budget.ts'
import { startOwnServer, type TestServer } from '../../server/testing/test-server.ts'
import { photoReference } from '../catalogue/akeneo/content-types.ts'
import { readAkeneo } from '../catalogue/akeneo/read-akeneo.ts'
import type { Bundle } from '../catalogue/bundle.ts'
import { ApiSession } from '../catalogue/load/api-session.ts'
import { loadBundle } from '../catalogue/load/load-bundle.ts'
import { withCodes } from '../catalogue/load/load-model.ts'
import { root } from '../workspace.ts'
import { importRows } from './import-rows.ts'

// Whole catalogues: on a busy machine they take their time.
rstest.setConfig({ testTimeout: 600_000 })

/** Real catalogues, which are kept beside the repository and not in it; the larger one is for a whole run. */
const catalogues = [...(isWholeRun ? ['catalogue-icecat'] : []), 'catalogue-fashion'].map((name) => ({
  name,
  folder: join(root, '..', 'shared', 'data', name),
}))

let server: TestServer
let baseUrl: string
let token: string
let folder: string
beforeAll(async () => {
  // A server of its own: it listens at a port.
  server = await startOwnServer()
  folder = await mkdtemp(join(tmpdir(), 'pim-catalogues-'))
  baseUrl = await server.app.server.listen({ port: 0, host: '127.0.0.1' })
  const tenants = catalogues.flatMap(({ name }) => [name, `${name}-copy`])
  token = await server.identity.tokenFor({ userId: 'loader', tenants, roles: ['admin'] })
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

describe.each(catalogues)('$name', ({ name, folder: source }) => {
  if (!existsSync(source)) console.warn(`${source} is not there, so no test exports and imports it`)

  it.skipIf(!existsSync(source))(
    'is delivered by a tenant that was filled from its CSV files as by the one that they were made of',
    async () => {
      const bundle = importable(await readAkeneo(source))
      const original = new ApiSession({ baseUrl, credentials: { token } })
      expect((await loadBundle(original, name, bundle)).failures).toEqual([])
      const copy = new ApiSession({ baseUrl, credentials: { token } })
      const model = { ...bundle, items: [] }
      expect((await loadBundle(copy, `${name}-copy`, model)).failures).toEqual([])

      const types = bundle.contentTypes.filter(({ technicalName }) =>
        bundle.items.some(({ contentType }) => contentType === technicalName),
      )
      for (const { technicalName } of types) {
        const path = join(folder, `${name}-${technicalName}.csv`)
        await writeFile(path, await exported(original, { technicalContentTypeName: technicalName, references: 'keys' }))
      }
      // Links lead to items of other files, too: these are there in the second pass.
      for (const pass of ['values', 'links'] as const) {
        for (const { technicalName } of types) await importAll(copy, name, technicalName, pass)
      }

      for (const { technicalName } of types) await publishAll(copy, technicalName)

      const [wanted, found] = [await delivered(original, bundle), await delivered(copy, bundle)]
      expect([...wanted.keys()].length).toBeGreaterThanOrEqual(bundle.items.length)
      expect([...found.keys()].sort()).toEqual([...wanted.keys()].sort())
      const differing = [...wanted].filter(([key, variation]) => !isDeepStrictEqual(found.get(key), variation))
      expect(differing.map(([key]) => key)).toEqual([])
    },
  )
})

const emptyText = JSON.stringify(richTextFromHtml(''))

/**
 * Without what channels require, so that everything can be delivered. Without what CSV has no words for, too: pictures whose file name
 * another one has, and own texts of nothing, in place of which the
 * copy inherits that of the fallback.
 */
function importable(bundle: Bundle): Bundle {
  const byName = Map.groupBy(bundle.media, ({ path }) => basename(path))
  const isNamed = ({ path }: { readonly path: string }) => byName.get(basename(path))?.length === 1
  const unnamed = new Set(bundle.media.filter((each) => !isNamed(each)).map(({ key }) => key))
  const isTold = ([, value]: [string, unknown]) =>
    typeof value !== 'string' || !(unnamed.has(value) || JSON.stringify(richTextFromHtml(value)) === emptyText)
  const told = (values: Readonly<Record<string, unknown>>) => Object.fromEntries(Object.entries(values).filter(isTold))
  return {
    ...bundle,
    contentTypes: bundle.contentTypes.map((type) => ({
      ...type,
      fields: type.fields.map(({ required: _, ...field }) => field),
    })),
    media: bundle.media.filter(isNamed),
    items: bundle.items.map((item) => ({
      ...item,
      shared: told(item.shared),
      localized: Object.fromEntries(Object.entries(item.localized).map(([tag, values]) => [tag, told(values)])),
    })),
  }
}

async function exported(session: ApiSession, request: z.input<typeof exportRequestSchema>): Promise<Buffer> {
  const response = await fetch(`${baseUrl}${contract.export.exportItems.path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'x-tenant-id': session.tenant ?? '',
    },
    body: JSON.stringify(request),
  })
  expect(response.status).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}

async function importAll(
  session: ApiSession,
  name: string,
  technicalContentTypeName: string,
  pass: 'values' | 'links',
) {
  const path = join(folder, `${name}-${technicalContentTypeName}.csv`)
  const links = pass === 'values' ? await linkColumns(path) : []
  const { state, counts, bulkChangeId } = await importRows(session, path, {
    technicalContentTypeName,
    ignored: [itemColumns.id, ...links],
    mapping: { keyField: 'sku', publishes: true },
    runs: true,
  })
  const query = { filter: 'problem' as const }
  const { items } = await session.call(contract.bulkChange.getBulkChangeRows, { params: { bulkChangeId }, query })
  const told = items.slice(0, 5).map((row) => JSON.stringify(row.problem))
  expect({ told, state, problem: counts.problem, failed: counts.failed + counts.outdated }).toEqual({
    told: [],
    state: 'done',
    problem: 0,
    failed: 0,
  })
}

/** In every language: an import publishes those that its rows have words of. */
async function publishAll(session: ApiSession, technicalContentTypeName: string): Promise<void> {
  const rows = await exported(session, { technicalContentTypeName, format: 'jsonl', technicalFieldNames: ['sku'] })
  const ids = rows
    .toString()
    .trim()
    .split('\n')
    .map((line) => String(JSON.parse(line)[itemColumns.id]))
  const all = await session.call(contract.tenants.getVariations, {})
  const variations = all.map(({ variationId }) => ({ variationId, step: 'publish' as const }))
  for (let from = 0; from < ids.length; from += maxItemsPerBatch) {
    const items = ids
      .slice(from, from + maxItemsPerBatch)
      .map((contentItemId) => ({ contentItemId, technicalContentTypeName, variations }))
    const { results } = await session.call(contract.contentItem.batchItems, { body: { items } })
    expect(results.filter(({ problem }) => problem !== undefined)).toEqual([])
  }
}

/** Links are named by a key of their items: `association_pack.sku`. */
async function linkColumns(path: string): Promise<readonly string[]> {
  const [header = ''] = (await readFile(path, 'utf8')).replace('\ufeff', '').split('\r\n', 1)
  return header.split(',').filter((column) => column.includes('.'))
}

/** Values by type, key and variation, with keys in place of ids. */
async function delivered(session: ApiSession, { contentTypes }: Bundle): Promise<Map<string, unknown>> {
  const { key: apiKey } = await session.call(contract.apiKeys.createApiKey, { body: { name: 'Shop' } })
  const names = await namesOfIds(
    session,
    apiKey,
    contentTypes.map(({ technicalName }) => technicalName),
  )
  const variations = new Map<string, unknown>()
  for (const { technicalName } of contentTypes.filter(({ kind }) => kind === 'user'))
    for await (const variation of pagesOf(apiKey, technicalName)) {
      const key = `${technicalName} ${variation.fields.sku ?? variation.name} ${names.get(variation.variationId)}`
      const fields: unknown = JSON.parse(JSON.stringify(variation.fields), (_, value) => names.get(value) ?? value)
      variations.set(key, { name: variation.name, fields })
    }
  return variations
}

async function* pagesOf(apiKey: string, type: string): AsyncGenerator<DeliveryVariation> {
  for (let pageNumber = 1, last = 1; pageNumber <= last; pageNumber++) {
    const query = `contentTypeTechnicalName=${type}&pageSize=200&pageNumber=${pageNumber}`
    const url = `${baseUrl}${contract.delivery.getItemVariations.path}?${query}`
    const response = await fetch(url, { headers: { 'x-api-key': apiKey } })
    const page = deliveryPageSchema.parse(await response.json())
    last = page.paging.totalPages
    yield* page.items
  }
}

/** What the ids in delivered values are called: languages, concepts by their codes, items by their keys, files by what they are. */
async function namesOfIds(session: ApiSession, apiKey: string, types: readonly string[]): Promise<Map<string, string>> {
  const names = new Map<string, string>()
  for (const { variationId, languageCode } of await session.call(contract.tenants.getVariations, {}))
    names.set(variationId, languageCode)
  for (const { taxonomyId } of await session.call(contract.taxonomies.getTaxonomies, {})) {
    const { concepts } = await session.call(contract.taxonomies.getTaxonomy, { params: { taxonomyId } })
    for (const { conceptId, code = '' } of await withCodes(session, concepts)) names.set(conceptId, code)
  }
  for (const type of types)
    for await (const { contentItemId, fields } of pagesOf(apiKey, type))
      names.set(contentItemId, `${type} ${fields.sku ?? fields[photoReference]}`)
  return names
}
