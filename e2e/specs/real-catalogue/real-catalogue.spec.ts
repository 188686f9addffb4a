import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { ApiClient } from '@pim/api-client'
import type { DeliveryVariation } from '@pim/contract'
import { apiAs, deliveryWith } from '../../fixtures/api.ts'
import { expect, test } from '../../fixtures/pim.ts'
import {
  catalogueFolder,
  entityNames,
  readAttributeTypes,
  readFileHashes,
  readProducts,
  readRequirements,
  readyChannels,
  type SourceProduct,
  wordsOf,
} from './source.ts'

const tenant = 'icecat'
const languages = ['en-US', 'de-DE', 'fr-FR'] as const

test.skip(!existsSync(catalogueFolder), 'no real catalogue beside the project')
test.describe.configure({ mode: 'serial' })

function load(baseURL: string): string {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      join(import.meta.dirname, '../../../scripts/boot.mjs'),
      'import',
      'akeneo',
      catalogueFolder,
      '--tenant',
      tenant,
      '--url',
      baseURL,
      '--user',
      'admin',
    ],
    { env: { ...process.env, PIM_PASSWORD: 'admin' }, encoding: 'utf8', timeout: 540_000, maxBuffer: 1 << 26 },
  )
  expect(status, `${stdout}\n${stderr}`).toBe(0)
  console.log(stdout)
  return stdout
}

test('a real catalogue of 1,121 products loads whole and is said to', { tag: '@whole' }, ({ origin }) => {
  test.setTimeout(600_000)
  const report = load(origin)
  // 1,121 products and 107 pictures, in three languages. What no channel is ready for stays a draft, and is said to.
  const requirements = readRequirements()
  const unready = readProducts().filter((product) => readyChannels(product, 'en-US', requirements).length === 0).length
  expect(unready).toBeGreaterThan(0)
  const published = 3 * (1_228 - unready)
  expect(report).toContain(
    `1228 created, 0 changed, 0 unchanged, ${published} variations published, 0 values kept, 0 failures`,
  )
  expect(report).toContain(`stay unpublished, as no channel has all that it requires (${unready})`)
  for (const oddity of ['WITHOUT_NAME (12)', 'WITHOUT_FAMILY (1)', 'NAME_USED_AGAIN', 'ATTRIBUTE_ADDED_TO_FAMILY']) {
    expect(report).toContain(oddity)
  }
})

test('loading it a second time doubles nothing and changes nothing', { tag: '@whole' }, ({ origin }) => {
  test.setTimeout(600_000)
  const report = load(origin)
  expect(report).toContain('0 created, 0 changed, 1228 unchanged, 0 variations published, 0 values kept, 0 failures')
})

test('a channel is answered what is ready for it, and everything once nothing is required any more', {
  tag: '@whole',
}, async ({ origin }) => {
  test.setTimeout(600_000)
  const staff = await apiAs(origin, 'admin', tenant)
  const { key } = await staff.apiKeys.createApiKey({ body: { name: `by channel ${Date.now()}` } })
  const delivery = deliveryWith(origin, key)
  const variations = await staff.tenants.getVariations()
  const products = readProducts()
  const families = new Set(products.map(({ family }) => family ?? 'without_family'))
  const requirements = readRequirements()
  for (const { languageCode, variationId } of variations) {
    for (const deliveryTarget of requirements.keys()) {
      const found: string[] = []
      for (const contentTypeTechnicalName of families) {
        const query = { contentTypeTechnicalName, variationId, deliveryTarget }
        for (const { fields } of await everything(delivery, query)) found.push(String(fields.sku))
      }
      const ready = products.filter((each) => readyChannels(each, languageCode, requirements).includes(deliveryTarget))
      expect(found.toSorted()).toEqual(ready.map(({ identifier }) => identifier).toSorted())
    }
  }

  // The products that were left out are published by one plan, so that delivery can be asked for each of their values.
  const ended = async (id: string | undefined) =>
    id === undefined || (await staff.jobs.getJob({ params: { jobId: id } })).status === 'done'
  const patience = { timeout: 300_000 }
  for (const type of await staff.contentModel.getAllUserTypes()) {
    const fields = type.fields.map(({ required, ...field }) => ({
      ...field,
      ...(required !== undefined && !Array.isArray(required) && { required }),
    }))
    const { jobId } = await staff.contentModel.seedContentTypes({ body: { contentTypes: [{ ...type, fields }] } })
    await expect.poll(() => ended(jobId), patience).toBe(true)
  }
  const { planId } = await staff.publishPlan.makePlan({
    body: {
      selection: {},
      step: 'publish',
      variationIds: variations.map(({ variationId }) => variationId),
      keep: true,
    },
  })
  const plan = () => staff.publishPlan.getPlan({ params: { planId: planId ?? '' } })
  await expect.poll(async () => (await plan()).state, patience).toBe('ready')
  const { fingerprint, itemCount } = await plan()
  await staff.publishPlan.executePlan({ body: { planId: planId ?? '', fingerprint } })
  await expect.poll(async () => (await plan()).state, patience).toBe('done')
  expect((await plan()).done).toEqual({ done: itemCount, blocked: 0, outdated: 0 })
})

test('every value comes back through the delivery API as the source has it', { tag: '@whole' }, async ({
  origin,
  page,
}) => {
  test.setTimeout(600_000)
  const staff = await apiAs(origin, 'admin', tenant)
  // Pictures as they came: otherwise those with places or people in them are delivered without.
  await staff.tenants.changeTenant({ body: { featureToggles: { personalDataDelivered: true } } })
  const { key } = await staff.apiKeys.createApiKey({ body: { name: `read back ${Date.now()}` } })
  const delivery = deliveryWith(origin, key)
  const variations = await delivery.delivery.getTenantVariations()
  const idOf = (language: string) => variations.find(({ languageCode }) => languageCode === language)?.variationId ?? ''

  const names = await conceptCodes(staff)
  const files = await deliveredFiles(delivery, idOf('en-US'))
  const products = readProducts()
  const attributeTypes = readAttributeTypes()
  const entities = await page.evaluate((names) => {
    const area = document.createElement('textarea')
    const read = (name: string) => {
      area.innerHTML = `&${name};`
      return area.value
    }
    return Object.fromEntries(names.map((name) => [name, read(name)]))
  }, entityNames(products))
  const hashes = readFileHashes()
  const differences: string[] = []
  let compared = 0

  for (const language of languages) {
    const bySku = new Map<string, DeliveryVariation>()
    const skuOf = new Map<string, string>()
    for (const family of new Set(products.map((product) => product.family ?? 'without_family'))) {
      for (const item of await everything(delivery, {
        contentTypeTechnicalName: family,
        variationId: idOf(language),
      })) {
        bySku.set(String(item.fields.sku), item)
        skuOf.set(item.contentItemId, String(item.fields.sku))
      }
    }
    expect(bySku.size).toBe(products.length)

    for (const product of products) {
      const item = bySku.get(product.identifier)
      const differ = (field: string, wanted: unknown, found: unknown) =>
        differences.push(`${product.identifier} ${language} ${field}: ${deviation(wanted, found)}`)
      if (!item) {
        differ('', 'the product', undefined)
        continue
      }
      for (const { field, type, data } of expectedValues(product, language, attributeTypes)) {
        const found = item.fields[field]
        compared++
        if (type === 'pim_catalog_image' || type === 'pim_catalog_file') {
          const wanted = hashes.get(String(data))
          if ((found === null ? undefined : files.get(String(found))) !== wanted) differ(field, data, found)
        } else if (!isSame(type, data, found, entities)) differ(field, data, found)
      }
      const categories = Object.entries(item.fields)
        .filter(([name]) => name.startsWith('category_'))
        .flatMap(([, value]) => (Array.isArray(value) ? value : []))
        .map((id) => names.get(String(id)))
      if (!isSameSet(categories, product.categories)) differ('categories', product.categories, categories)
      if (!isSameSet(item.fields.groups ?? [], product.groups)) differ('groups', product.groups, item.fields.groups)
      for (const [type, { products: others = [], groups = [] }] of Object.entries(product.associations)) {
        const links = (item.fields[`association_${type.toLowerCase()}`] ?? []) as string[]
        const linked = links.map((id) => skuOf.get(id))
        if (!isSameSet(linked, others)) differ(type, others, linked)
        const found = item.fields[`association_${type.toLowerCase()}_groups`] ?? []
        if (groups.length > 0 && !isSameSet(found, groups)) differ(`${type} groups`, groups, found)
        compared++
      }
      if (item.fields.enabled !== product.enabled) differ('enabled', product.enabled, item.fields.enabled)
      compared += 3
    }
  }
  console.log(`${compared} values compared, ${differences.length} differ`)
  expect(differences.slice(0, 20)).toEqual([])
  expect(compared).toBeGreaterThan(30_000)
})

/** A language without a value of its own shows the English one. */
function expectedValues(product: SourceProduct, language: string, types: ReadonlyMap<string, string>) {
  const locale = language.replace('-', '_')
  return Object.entries(product.values).flatMap(([attribute, values]) =>
    [...Map.groupBy(values, (value) => value.scope)].flatMap(([scope, ofScope]) => {
      const value =
        ofScope.find((each) => each.locale === null) ??
        ofScope.find((each) => each.locale === locale) ??
        ofScope.find((each) => each.locale === 'en_US')
      const field = scope === null ? attribute : `${attribute}_${scope}`
      return value ? [{ field, type: types.get(attribute) ?? '', data: value.data }] : []
    }),
  )
}

function isSame(type: string, wanted: unknown, found: unknown, entities: Record<string, string>): boolean {
  if (typeof wanted === 'string' && wordsOf(wanted, entities) === '') return found === null || found === ''
  if (found === null || found === undefined) return false
  if (typeof found === 'object' && 'html' in found)
    return (
      wordsOf(String(wanted), entities) ===
      wordsOf(String(found.html), { ...entities, amp: '&', lt: '<', gt: '>', quot: '"' })
    )
  if (type === 'pim_catalog_number') return Number(wanted) === Number(found)
  if (type === 'pim_catalog_price_collection') {
    const list = (prices: unknown) =>
      (prices as { amount: unknown; currency: string }[]).map(({ amount, currency }) => `${currency} ${Number(amount)}`)
    return isSameSet(list(wanted), list(found))
  }
  if (type === 'pim_catalog_metric') {
    const from = wanted as { amount: unknown; unit: string }
    const to = found as { amount: unknown; unit: string }
    return Number(from.amount) === Number(to.amount) && from.unit === to.unit
  }
  if (Array.isArray(wanted)) return isSameSet(wanted, found)
  if (typeof wanted === 'string') return wordsOf(wanted, {}) === wordsOf(String(found), {})
  return wanted === found
}

/** Long texts are told apart by where they part. */
function deviation(wanted: unknown, found: unknown): string {
  const [a = '', b = ''] = [wanted, found].map((value) => JSON.stringify(value))
  return a.length < 300 ? `${a} came back as ${b}` : `${a.slice(0, 5_000)}\n  came back as\n  ${b.slice(0, 12_000)}`
}

const isSameSet = (a: unknown, b: unknown): boolean =>
  Array.isArray(a) && Array.isArray(b) && JSON.stringify(a.map(String).sort()) === JSON.stringify(b.map(String).sort())

async function everything(
  { delivery }: ApiClient,
  query: { contentTypeTechnicalName: string; variationId: string; deliveryTarget?: string },
): Promise<DeliveryVariation[]> {
  const items: DeliveryVariation[] = []
  for (let pageNumber = 1, totalPages = 1; pageNumber <= totalPages; pageNumber++) {
    const page = await delivery.getItemVariations({ query: { ...query, pageNumber, pageSize: 200 } })
    items.push(...page.items)
    totalPages = page.paging.totalPages
  }
  return items
}

/** Concept ids to the codes that the source knows them by. */
async function conceptCodes({ taxonomies }: ApiClient): Promise<Map<string, string>> {
  const codes = new Map<string, string>()
  for (const { taxonomyId } of await taxonomies.getTaxonomies()) {
    const { concepts } = await taxonomies.getTaxonomy({ params: { taxonomyId } })
    for (let from = 0; from < concepts.length; from += 200) {
      const conceptIds = concepts.slice(from, from + 200).map(({ conceptId }) => conceptId)
      const found = await taxonomies.lookUpConcepts({ body: { conceptIds } })
      for (const { conceptId, code = '' } of found) codes.set(conceptId, code)
    }
  }
  return codes
}

/** Media items to the hash of the bytes that the delivery API sends for them. */
async function deliveredFiles(delivery: ApiClient, variationId: string): Promise<Map<string, string>> {
  const hashes = new Map<string, string>()
  for (const photo of await everything(delivery, { contentTypeTechnicalName: 'photo', variationId })) {
    const blob = await delivery.delivery.getBinaryContent({ params: { binaryId: String(photo.fields.file) } })
    hashes.set(
      photo.contentItemId,
      createHash('sha256')
        .update(Buffer.from(await blob.arrayBuffer()))
        .digest('hex'),
    )
  }
  return hashes
}
