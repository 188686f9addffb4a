import { contract } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { archiving, ask, ending, fingerprints, type Ids, makeThings, release } from '../../testing/every-call.ts'
import { startOwnServer, type TestServer } from '../../testing/test-server.ts'
import { moveBulkChange } from '../modules/content/store/bulk-change.repository.ts'
import { createDeployments } from '../modules/sections/index.ts'
import { operationsOf } from './operation.ts'

/*
 * The counterpart of isolation.test.ts: the same requests for things of the caller's own tenant succeed, so there it is
 * only the tenant that makes them fail. Calls are taken from the contract, so a new one is tested as soon as it exists.
 */
let server: TestServer
let key: string
let rounds = 0
let things: Ids | undefined
let hasWritten = true

beforeAll(async () => {
  // A server of its own: it deploys sections for all tenants.
  server = await startOwnServer()
  key = (await server.ok(contract.apiKeys.createApiKey, { as: 'admin', body: { name: 'Ours' } })).key
})
afterAll(() => server.close())

const published = async ({ contentVariationId }: Ids) => {
  const text = { type: 'text', text: 'It shines.' }
  const values = {
    title: 'Lamp',
    sku: contentVariationId,
    summary: 'A lamp',
    description: { type: 'doc', content: [{ type: 'paragraph', content: [text] }] },
  }
  const fields = Object.entries(values).map(([technicalFieldName, value]) => ({ technicalFieldName, value }))
  await server.ok(contract.contentVariation.updateVariation, { body: { contentVariationId, fields } })
  await server.ok(contract.contentVariation.publish, { params: { contentVariationId }, query: {} })
}
const deleted = async ({ contentItemId }: Ids) => {
  await server.ok(contract.contentItem.deleteItem, { params: { contentItemId }, query: {} })
}
const illustrated = async (ids: Ids) => {
  const query = { name: 'A text', technicalContentTypeName: 'document' }
  const { contentVariationIds } = await server.ok(contract.contentItem.createItem, { query })
  const contentVariationId = contentVariationIds[0] ?? ''
  const fields = [
    { technicalFieldName: 'title', value: 'A text' },
    { technicalFieldName: 'file', value: ids.binaryId },
  ]
  await server.ok(contract.contentVariation.updateVariation, { body: { contentVariationId, fields } })
  await server.ok(contract.contentVariation.publish, { params: { contentVariationId }, query: {} })
}

/** Nothing falls back to it, and no channel has it alone. */
const childless = async ({ variationId }: Ids) => {
  const channels = [{ technicalName: 'web' }, { technicalName: 'print' }]
  await server.ok(contract.tenants.changeTenant, { body: { channels } })
  for (const heir of await server.ok(contract.tenants.getVariations, {})) {
    const params = { variationId: heir.variationId }
    if (heir.fallbackVariationId !== variationId) continue
    await server.ok(contract.tenants.deleteVariation, { params, query: { allowDataLoss: true } })
  }
}

const member = async ({ jobId }: Ids) => {
  await server.rows.look(
    `insert into identity.account (user_id, username, password_hash, first_name, last_name, email)
    values ('${jobId}', 'p-${jobId}', '', 'Ada', 'Berg', 'ada@example.com')`,
  )
  await server.rows.look(`insert into identity.membership values ('${jobId}', 'acme')`)
}

const deployed = async () => {
  const deployments = createDeployments({ ...server.dependencies, elsewhere: {} })
  const description = { name: 'media', fills: { 'item.panel': { open: { titleKey: 'X' } } } }
  const build = { section: 'media', release, description, strings: {} }
  // A canary is of another release than the one that everybody gets.
  await deployments.deploy({ ...build, release: '6'.repeat(64) }, { by: 'root' })
  await deployments.deploy(build, { by: 'root' }, { percent: 1 })
  await deployments.pin(server.acme.tenantId, 'media', release, 'root')
}

const bulkChangeAs = (state: 'executing' | 'paused') => async (ids: Ids) => {
  const { tenantId } = server.acme
  await server.database.inTenant(tenantId, (trx) =>
    moveBulkChange(trx, tenantId, ids.bulkChangeId, { state, phase: 'execution' }),
  )
}

const imported = async ({ bulkChangeId, importFileId }: Ids) => {
  const request = { source: 'file', fileName: 'x.csv', mapping: { importFileId } }
  await server.rows.look(
    `update bulk_change set request = '${JSON.stringify(request)}' where bulk_change_id = '${bulkChangeId}'`,
  )
}

/** Its person may not do it any more. */
const waiting = async ({ jobId }: Ids) => {
  const paused = { reason: 'OWNER_GONE', userId: 'who-left', needs: 'editor' }
  await server.rows.look(
    `update job set status = 'queued', run_after = 'infinity', finished_at = null, paused = '${JSON.stringify(paused)}'
     where job_id = '${jobId}'`,
  )
}

/** Preparations that some calls need to succeed. */
const before: Readonly<Record<string, (ids: Ids) => Promise<void>>> = {
  'tenants.deleteVariation': childless,
  'contentItem.restoreItem': deleted,
  'contentItem.previewPurge': deleted,
  'contentItem.purgeItem': deleted,
  'contentVariation.getPublishedVariation': published,
  'contentVariation.publish': published,
  'contentVariation.unpublish': published,
  'contentVariation.discard': published,
  'delivery.getBinaryContent': illustrated,
  'bulkChange.getRowsToMend': imported,
  'bulkChange.pauseBulkChange': bulkChangeAs('executing'),
  'bulkChange.resumeBulkChange': bulkChangeAs('paused'),
  'jobs.takeOverJob': waiting,
  'jobs.endJob': waiting,
  'publishPlan.executePlan': async (ids) => {
    const { fingerprint } = await server.ok(contract.publishPlan.makePlan, { body: archiving(ids) })
    fingerprints.set(ids.contentVariationId, fingerprint)
  },
  'taxonomies.takeConceptStep': async ({ taxonomyId, conceptId }) => {
    const asked = { params: { taxonomyId, conceptId }, body: ending }
    const { fingerprint } = await server.ok(contract.taxonomies.planConceptStep, asked)
    fingerprints.set(conceptId, fingerprint)
  },
  'taxonomies.undoConceptMerge': async ({ taxonomyId, conceptId }) => {
    const other = await server.ok(contract.taxonomies.createConcept, {
      params: { taxonomyId },
      query: { friendlyName: 'Merged into' },
    })
    const step = { kind: 'merge' as const, conceptId: other.conceptId }
    const params = { taxonomyId, conceptId }
    const { fingerprint } = await server.ok(contract.taxonomies.planConceptStep, { params, body: step })
    await server.ok(contract.taxonomies.takeConceptStep, { params, body: { step, fingerprint } })
  },
  'taxonomies.undoConceptImport': async ({ taxonomyId }) => {
    const params = { taxonomyId }
    const sent = { params, query: {}, file: new Blob(['name\nImported\n']), fileName: 'concepts.csv' }
    const { fingerprint } = await server.ok(contract.taxonomies.rehearseConceptImport, sent)
    await server.ok(contract.taxonomies.importConcepts, { ...sent, query: { fingerprint } })
    const { last } = await server.ok(contract.taxonomies.getLastConceptImport, { params })
    fingerprints.set(taxonomyId, last?.importId ?? '')
  },
  'tenants.eraseTenant': async () => {
    const body = {
      externalId: 'to-be-erased',
      friendlyName: 'Gone',
      defaultVariation: { friendlyName: 'X', languageCode: 'en-US' },
    }
    await server.ok(contract.tenants.createTenant, { body })
  },
  'deployKeys.revokeDeployKey': async ({ jobId }) => {
    await server.rows.look(
      `insert into deploy_key (deploy_key_id, section, name, rights, prefix, key_hash, public_key, created_by)
      values ('${jobId}', 'media', 'X', '{upload}', 'pim_x', sha256('x'), sha256('x'), 'root')`,
    )
  },
  'sections.getSection': deployed,
  'sections.promoteRelease': deployed,
  'sections.rollBackSection': deployed,
  'sections.setCanary': deployed,
  'sections.endCanary': deployed,
  'sections.pinSection': deployed,
  'sections.unpinSection': deployed,
  'sections.switchFill': deployed,
  'installation.setMemberRole': member,
  'installation.removeMember': member,
  'installation.resetMemberPassword': member,
  'members.setMemberRole': member,
  'members.removeMember': member,
  'userProfile.erasePerson': async () => {
    const left = { userId: 'who-left', tenants: ['acme'], roles: [] }
    await server.ok(contract.userProfile.syncMyProfile, { as: left })
  },
}

// Deleting a variation comes last, because the other calls need it.
const calls = operationsOf(contract)
  .filter(({ route }) => route.bodyKind !== 'multipart')
  .sort((a, b) => Number(a.id === 'tenants.deleteVariation') - Number(b.id === 'tenants.deleteVariation'))

describe('a valid request', () => {
  it.each(calls.map(({ id, route }) => [id, route] as const))('succeeds in %s', async (id, route) => {
    // After a read that needed no preparation the same things serve the next call.
    things = hasWritten || things === undefined ? await makeThings(server, 'acme', `Own ${++rounds}`) : things
    hasWritten = route.method !== 'GET' || before[id] !== undefined
    const ids = things
    await before[id]?.(ids)
    const { status, text } = await ask(server, id, route, ids, key)
    expect([status < 300, status < 300 ? '' : text]).toEqual([true, ''])
  })
})
