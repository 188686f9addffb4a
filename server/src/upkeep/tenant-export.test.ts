import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contract } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { articleType, ContentCalls, putType } from '../../testing/content-calls.ts'
import { makeThings } from '../../testing/every-call.ts'
import { startTestServer, type TestPerson, type TestServer } from '../../testing/test-server.ts'
import { exportTenantOf, importTenantOf } from './tenant-export.ts'
import { verifyData } from './verify.ts'

const operator: TestPerson = { userId: 'operator', tenants: [], roles: ['admin'] }
const memberOf = (tenant: string): TestPerson => ({ userId: 'boss', tenants: [tenant], roles: ['admin'] })

let server: TestServer
let folder: string
const data = () => ({ address: server.rows.address, files: server.dependencies.objects })

beforeAll(async () => {
  server = await startTestServer()
  folder = await mkdtemp(join(tmpdir(), 'pim-export-'))
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

async function fillAcme(): Promise<void> {
  const variationIds = [server.acme.variations['en-US'] ?? '']
  const channels = [
    { technicalName: 'web', friendlyName: { 'en-US': 'Web shop' } },
    { technicalName: 'print', variationIds },
  ]
  await server.ok(contract.tenants.changeTenant, { body: { channels } })
  await server.rows.look(`update tenant set section_settings = '{"orders:currency": "SEK"}' where external_id = 'acme'`)
  const { taxonomyId, conceptId, binaryId } = await makeThings(server, 'acme', 'Lamp')
  // A parent that was made after its child, and comes first in no order of ids.
  const params = { taxonomyId }
  const above = await server.ok(contract.taxonomies.createConcept, { params, query: { friendlyName: 'Above' } })
  const moving = { params: { taxonomyId, conceptId }, query: { parentConceptId: above.conceptId } }
  await server.ok(contract.taxonomies.changeConcept, moving)
  await putType(server, server.acme, articleType)
  const content = new ContentCalls(server, server.acme)
  for (const title of ['One', 'Two \u2028 "quoted" \\ with a long text']) {
    const made = await content.make({ title })
    await content.update(made.sv, { title: `${title}, på svenska` })
    await content.step('publish', made.en)
    await content.step('publish', made.sv)
    // What is live and what is worked on differ.
    await content.update(made.en, { title: `${title}, changed since` })
  }
  const query = { name: 'A text', technicalContentTypeName: 'document' }
  const { contentVariationIds } = await server.ok(contract.contentItem.createItem, { query })
  const contentVariationId = contentVariationIds[0] ?? ''
  const fields = [
    { technicalFieldName: 'title', value: 'A text' },
    { technicalFieldName: 'file', value: binaryId },
  ]
  await server.ok(contract.contentVariation.updateVariation, { body: { contentVariationId, fields } })
  await server.ok(contract.contentVariation.publish, { params: { contentVariationId }, query: {} })
}

/** All that staff and consumers see of a tenant. */
async function seen(tenant: string) {
  const as = memberOf(tenant)
  const key = await server.ok(contract.apiKeys.createApiKey, { as, tenant, body: { name: 'Reader' } })
  const { items } = await server.ok(contract.search.searchAll, { as, tenant, body: { paging: { pageSize: 200 } } })
  const variations = await server.ok(contract.tenants.getVariations, { as, tenant })
  const delivered = []
  for (const { variationId } of variations) {
    for (const contentTypeTechnicalName of ['article', 'document']) {
      const body = { contentTypeTechnicalName, variationId, filters: [] }
      delivered.push(await server.ok(contract.delivery.filterVariations, { apiKey: key.key, body }))
    }
  }
  const [document] = items.filter(({ binaryId }) => binaryId !== undefined)
  const file = { params: { binaryId: document?.binaryId ?? '' }, query: { imageSize: 'original' } }
  const taxonomies = await server.ok(contract.taxonomies.getTaxonomies, { as, tenant })
  const [about] = await server.ok(contract.tenants.getAllTenants, { as })
  return {
    channels: about?.channels,
    settings: await server.rows.look(`select section_settings from tenant where external_id = '${tenant}'`),
    variations,
    delivered,
    types: await server.ok(contract.contentModel.getAllTypes, { as, tenant }),
    taxonomies: await Promise.all(
      taxonomies.map(({ taxonomyId }) =>
        server.ok(contract.taxonomies.getTaxonomy, { as, tenant, params: { taxonomyId } }),
      ),
    ),
    items: items.toSorted((a, b) => a.contentVariationId.localeCompare(b.contentVariationId)),
    working: await Promise.all(
      [...new Set(items.map(({ contentItemId }) => contentItemId))]
        .sort()
        .map((contentItemId) =>
          server.ok(contract.contentItem.getItemVariations, { as, tenant, params: { contentItemId } }),
        ),
    ),
    text: (await server.call(contract.delivery.getBinaryContent, { apiKey: key.key, ...file })).bytes.toString(),
    usage: (await server.ok(contract.quotas.getUsage, { as, tenant })).quotas.filter(({ quota }) =>
      ['items', 'files', 'storageBytes', 'contentTypes', 'contentTypeFields'].includes(quota),
    ),
  }
}

describe('the export of a tenant', () => {
  it('opens another one with all that staff and consumers see, history and files too', async () => {
    await fillAcme()
    const params = { externalId: 'acme' }
    await server.refused(contract.installation.exportTenant, 'FORBIDDEN', {
      params,
      as: { ...operator, roles: ['acme:admin'] },
    })
    // Paused, as a tenant is that leaves.
    await server.ok(contract.installation.pauseTenant, { params, as: operator, body: { reason: 'They leave' } })
    const { bytes, headers } = await server.call(contract.installation.exportTenant, { params, as: operator })
    expect(headers).toMatchObject({
      'content-type': 'application/x-tar',
      'content-disposition': 'attachment; filename="acme.tar"',
    })
    const path = join(folder, 'acme.tar')
    await writeFile(path, bytes)
    await server.ok(contract.installation.resumeTenant, { params, as: operator, body: {} })
    const counts = await importTenantOf(data(), path, 'copy')
    expect(counts).toMatchObject({ itemCount: 4, fileCount: 1, missingFiles: [] })

    const before = await seen('acme')
    expect(before.delivered.flatMap(({ items }) => items)).toHaveLength(5)
    expect(before.text).toContain('Lamp, as text')
    expect(await seen('copy')).toEqual(before)
    expect(await verifyData(data(), { tenant: 'copy' })).toEqual([])
    const [tenant] = await server.ok(contract.tenants.getAllTenants, { as: memberOf('copy') })
    expect(tenant).toMatchObject({ friendlyName: 'acme', featureToggles: { taxonomyEnabled: true } })

    const [entry] = (await server.ok(contract.audit.getAuditEntries, { query: { entityKind: 'tenant' } })).items.filter(
      ({ action }) => action === 'tenant.export',
    )
    expect(entry?.userId).toBe('operator')
    const text = bytes.toString('latin1')
    expect(text).not.toContain(server.acme.tenantId)
    expect(text).not.toContain('key_hash')
  })

  it('is written by the task as well, and refused where it was cut off, is taken or is of another version', async () => {
    const path = join(folder, 'task.tar')
    await exportTenantOf(data(), 'acme', path)
    await expect(exportTenantOf(data(), 'acme', path)).rejects.toThrow('EEXIST')
    await expect(exportTenantOf(data(), 'nobody', join(folder, 'nobody.tar'))).rejects.toThrow('no tenant')
    await expect(importTenantOf(data(), path, 'nordic')).rejects.toThrow('already')
    const whole = await readFile(path)
    const other = Buffer.from(whole.toString('latin1').replace(/"migration": "\d/, '"migration": "9'), 'latin1')
    await writeFile(join(folder, 'other.tar'), other)
    await expect(importTenantOf(data(), join(folder, 'other.tar'), 'copy-2')).rejects.toThrow('same version')
    await truncate(path, whole.length - 2_048)
    await expect(importTenantOf(data(), path, 'copy-2')).rejects.toThrow('cut off')
    expect(await server.ok(contract.tenants.getAllTenants, { as: memberOf('copy-2') })).toEqual([])
  })
})
