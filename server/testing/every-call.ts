import { Readable } from 'node:stream'
import { contract } from '@pim/contract'
import type { Route } from '@pim/contract/core/route.ts'
import { noCounts } from '../src/modules/content/bulk-changes/bulk-change.ts'
import { insertBulkChange, moveBulkChange } from '../src/modules/content/store/bulk-change.repository.ts'
import { insertPlan } from '../src/modules/content/store/kept-plan.repository.ts'
import { insertRun, moveRun } from '../src/modules/schedules/schedule-run.repository.ts'
import { newId } from '../src/platform/database/new-id.ts'
import { exchangeFolder } from '../src/platform/object-storage/index.ts'
import type { TestServer } from './test-server.ts'

/*
 * For tests that make every call of the contract: one thing of each kind that an id can name, and an example request
 * for each call that needs more than the ids in its path.
 */

export const idNames = [
  'contentItemId',
  'contentVariationId',
  'variationId',
  'taxonomyId',
  'conceptId',
  'binaryId',
  'apiKeyId',
  'jobId',
  'planId',
  'bulkChangeId',
  'importFileId',
  'savedChoiceId',
  'scheduleId',
  'runId',
] as const
export type Ids = Record<(typeof idNames)[number], string>

export interface Sent {
  readonly params?: Record<string, string>
  readonly query?: Record<string, string>
  readonly body?: unknown
}

/** What a call needs of an earlier one: by content variation or concept the fingerprint of its plan, by taxonomy the id of its last import. */
export const fingerprints = new Map<string, string>()
export const archiving = ({ contentVariationId }: Ids) => ({
  steps: [{ contentVariationId, step: 'archive' as const }],
})

export const ending = { kind: 'delete', children: 'moveUp', assignTo: null } as const

/** No host of this name is on any network. */
const host = 'files.example.test'

/** A release of a section, as `before` of valid-requests.whole.test.ts deploys it. */
export const release = '5'.repeat(64)
const params = { section: 'media' }

const savedProfile = (name: string) => ({
  kind: 'importProfile' as const,
  name,
  isShared: true,
  content: { technicalContentTypeName: 'product', columns: [{ column: 'x', target: { kind: 'ignored' as const } }] },
})

const schedule = (name: string, savedChoiceId: string) => ({
  kind: 'import' as const,
  name,
  savedChoiceId,
  times: { every: 'hour' as const, minute: 0 },
  source: { kind: 'folder' as const, folder: 'goods' },
})

export const examples: Readonly<Record<string, (ids: Ids) => Sent>> = {
  'userProfile.getUserProfile': () => ({ query: { userId: 'acme-admin' } }),
  'tenants.createTenant': (ids) => ({
    body: {
      externalId: `t-${ids.jobId}`,
      friendlyName: 'X',
      defaultVariation: { friendlyName: 'X', languageCode: 'en-US' },
    },
  }),
  'tenants.eraseTenant': () => ({ params: { externalId: 'to-be-erased' }, query: { confirm: 'to-be-erased' } }),
  'installation.pauseTenant': () => ({ params: { externalId: 'nordic' }, body: { reason: 'X' } }),
  'installation.resumeTenant': () => ({ params: { externalId: 'nordic' }, body: {} }),
  'installation.addMember': (ids) => ({
    body: {
      username: `p-${ids.jobId}`,
      firstName: 'X',
      lastName: 'Y',
      email: 'x@example.com',
      role: 'viewer',
    },
  }),
  'installation.setMemberRole': (ids) => ({ params: { userId: ids.jobId }, body: { role: 'editor' } }),
  'installation.removeMember': (ids) => ({ params: { userId: ids.jobId } }),
  'installation.resetMemberPassword': (ids) => ({ params: { userId: ids.jobId } }),
  'members.inviteMember': (ids) => ({ body: { email: `p-${ids.jobId}@example.com`, role: 'viewer' } }),
  'members.setMemberRole': (ids) => ({ params: { memberId: ids.jobId }, body: { role: 'editor' } }),
  'members.removeMember': (ids) => ({ params: { memberId: ids.jobId } }),
  'tenants.changeTenant': (ids) => ({
    body: {
      friendlyName: 'X',
      channels: [{ technicalName: 'web', variationIds: [ids.variationId] }, { technicalName: 'print' }],
    },
  }),
  'quotas.setTenantQuotas': () => ({ body: { own: { files: null } } }),
  'tenants.createVariation': (ids) => ({
    body: { friendlyName: 'X', languageCode: 'fr-FR', fallbackVariationId: ids.variationId },
  }),
  'tenants.changeVariation': () => ({ body: { friendlyName: 'X' } }),
  'tenants.deleteVariation': () => ({ query: { allowDataLoss: 'true' } }),
  'contentModel.getTypeByName': () => ({ query: { technicalName: 'product' } }),
  'contentModel.deleteType': () => ({ query: { technicalName: 'video' } }),
  'contentItem.createItem': () => ({ query: { name: 'X', technicalContentTypeName: 'product' } }),
  'contentItem.batchItems': (ids) => ({
    body: {
      items: [
        {
          contentItemId: ids.contentItemId,
          technicalContentTypeName: 'product',
          variations: [
            { variationId: ids.variationId, fields: [{ technicalFieldName: 'title', value: 'Taken over' }] },
          ],
        },
      ],
    },
  }),
  'contentItem.renameItem': (ids) => ({ query: { contentItemId: ids.contentItemId, name: 'Taken over' } }),
  'contentItem.getLinkedContent': (ids) => ({ query: { variationId: ids.variationId } }),
  'contentItem.getLinkedContentSummary': (ids) => ({ query: { variationId: ids.variationId } }),
  'contentVariation.updateVariation': (ids) => ({
    body: {
      contentVariationId: ids.contentVariationId,
      fields: [{ technicalFieldName: 'title', value: 'Taken over' }],
    },
  }),
  'contentVariation.checkUniqueness': (ids) => ({
    body: {
      contentTypeTechnicalName: 'product',
      technicalFieldName: 'sku',
      value: 'A-1',
      contentVariationId: ids.contentVariationId,
      variationId: ids.variationId,
    },
  }),
  'contentVariation.markTranslated': (ids) => ({ body: { contentVariationIds: [ids.contentVariationId] } }),
  'contentVariation.compareVersions': () => ({ query: { from: '1', to: '1' } }),
  'publishPlan.makePlan': (ids) => ({ body: archiving(ids) }),
  'publishPlan.executePlan': (ids) => ({
    body: { ...archiving(ids), fingerprint: fingerprints.get(ids.contentVariationId) ?? 'of no plan' },
  }),
  'import.createImportFile': () => ({ body: { fileName: 'x.csv', byteSize: 1 } }),
  'import.fetchImportFile': () => ({ body: { address: `https://${host}/x.csv` } }),
  'import.inspectImportFile': () => ({ body: {} }),
  'bulkChange.createBulkChange': (ids) => ({
    body: {
      items: [{ contentItemId: ids.contentItemId }],
      variationIds: [ids.variationId],
      edits: [{ kind: 'clear', technicalFieldName: 'title' }],
    },
  }),
  'bulkChange.leaveOutRows': () => ({ body: { positions: [0], isLeftOut: true } }),
  'bulkChange.chooseChangedValues': () => ({ body: { positions: [0], whenChanged: 'keep' } }),
  'bulkChange.executeBulkChange': () => ({ body: { fingerprint: 'as seen' } }),
  'export.exportItems': (ids) => ({
    body: { technicalContentTypeName: 'article', contentItemIds: [ids.contentItemId], format: 'jsonl' },
  }),
  'savedChoices.createSavedChoice': (ids) => ({ body: savedProfile(ids.jobId) }),
  'savedChoices.changeSavedChoice': () => ({ body: savedProfile('Taken over') }),
  'schedules.createSchedule': (ids) => ({ body: schedule('X', ids.savedChoiceId) }),
  'schedules.changeSchedule': (ids) => ({ body: schedule('Taken over', ids.savedChoiceId) }),
  'userProfile.erasePerson': () => ({ query: { userId: 'who-left' } }),
  'search.searchAll': (ids) => ({ body: { variationId: ids.variationId, filtering: { conceptIds: [ids.conceptId] } } }),
  'search.searchUserContent': (ids) => ({ body: { variationId: ids.variationId } }),
  'search.lookUpItems': (ids) => ({ body: { contentItemIds: [ids.contentItemId], variationId: ids.variationId } }),
  'search.searchMediaContent': (ids) => ({ body: { filtering: { conceptIds: [ids.conceptId] } } }),
  'taxonomies.createTaxonomy': (ids) => ({ query: { friendlyName: ids.jobId } }),
  'taxonomies.batchConcepts': (ids) => ({ body: { concepts: [{ conceptId: ids.conceptId, description: 'X' }] } }),
  'taxonomies.createConcept': (ids) => ({ query: { friendlyName: 'X', parentConceptId: ids.conceptId } }),
  'taxonomies.getTaxonomy': (ids) => ({ query: { variationId: ids.variationId } }),
  'taxonomies.changeConceptWords': () => ({ body: { names: { 'sv-SE': 'X' } } }),
  'binary.findSameContent': () => ({ params: { sha256: '0'.repeat(64) } }),
  'taxonomies.planConceptStep': () => ({ body: ending }),
  'taxonomies.takeConceptStep': (ids) => ({
    body: { step: ending, fingerprint: fingerprints.get(ids.conceptId) ?? 'of no plan' },
  }),
  'taxonomies.getConceptChildren': (ids) => ({
    query: { parentConceptId: ids.conceptId, variationId: ids.variationId },
  }),
  'taxonomies.undoConceptImport': (ids) => ({
    body: { importId: fingerprints.get(ids.taxonomyId) ?? ids.conceptId },
  }),
  'taxonomies.locateConcepts': (ids) => ({ body: { conceptIds: [ids.conceptId] } }),
  'taxonomies.lookUpConcepts': (ids) => ({ body: { conceptIds: [ids.conceptId] } }),
  'taxonomies.searchConcepts': () => ({ body: { text: 'X' } }),
  'taxonomies.changeConcept': () => ({ query: { friendlyName: 'X' } }),
  'taxonomies.changeTaxonomy': (ids) => ({ query: { friendlyName: `X ${ids.jobId}` } }),
  'sections.getSection': () => ({ params }),
  'deployKeys.createDeployKey': () => ({ body: { section: 'media', name: 'X', rights: ['upload'] } }),
  'deployKeys.revokeDeployKey': (ids) => ({ params: { deployKeyId: ids.jobId } }),
  'sections.promoteRelease': () => ({ params, body: { release } }),
  'sections.rollBackSection': () => ({ params }),
  'sections.setCanary': () => ({ params, body: { release, percent: 10 } }),
  'sections.endCanary': () => ({ params }),
  'sections.pinSection': () => ({ params, body: { release } }),
  'sections.unpinSection': () => ({ params }),
  'sections.changeMySettings': () => ({ body: { settings: {} } }),
  'sections.switchFill': () => ({ params: { ...params, slot: 'item.panel', fill: 'open' }, body: { isOff: true } }),
  'sections.reportSectionFailure': () => ({ body: { section: 'media', reason: 'timeout', cause: 'X' } }),
  'apiKeys.createApiKey': () => ({ body: { name: 'X' } }),
  'apiKeys.changeApiKey': () => ({ body: { name: 'X' } }),
  'delivery.filterVariations': (ids) => ({
    body: { contentTypeTechnicalName: 'product', variationId: ids.variationId, filters: [] },
  }),
  'delivery.getByItemIds': (ids) => ({ body: { contentItemIds: [ids.contentItemId], variationId: ids.variationId } }),
  'delivery.getItemVariations': (ids) => ({
    query: { contentItemId: ids.contentItemId, variationId: ids.variationId },
  }),
}

/** Creates one thing of each kind, with `name` in all of them; switches taxonomies on and seeds the starter types. */
export async function makeThings(server: TestServer, tenant: 'acme' | 'nordic', name: string): Promise<Ids> {
  const inTenant = { tenant, as: 'admin' } as const
  const importHosts = [host]
  await server.ok(contract.tenants.changeTenant, {
    ...inTenant,
    body: { featureToggles: { taxonomyEnabled: true }, importHosts },
  })
  await server.ok(contract.contentModel.seedContentTypes, { ...inTenant, body: {} })
  const item = await server.ok(contract.contentItem.createItem, {
    ...inTenant,
    query: { name, technicalContentTypeName: 'product' },
  })
  const taxonomy = await server.ok(contract.taxonomies.createTaxonomy, { ...inTenant, query: { friendlyName: name } })
  const concept = await server.ok(contract.taxonomies.createConcept, {
    ...inTenant,
    params: { taxonomyId: taxonomy.taxonomyId },
    query: { friendlyName: name },
  })
  const binary = await server.ok(contract.binary.uploadBinary, {
    ...inTenant,
    file: new Blob([`${name}, as text`], { type: 'text/plain' }),
    fileName: `${name}.txt`,
  })
  const key = await server.ok(contract.apiKeys.createApiKey, { ...inTenant, body: { name } })
  const job = await server.ok(contract.tenants.resyncNewVariations, inTenant)
  // Kept as by a call for more items than one looks at.
  const planId = newId()
  const { tenantId } = server[tenant]
  const request = { selection: {}, step: 'publish' } as const
  await server.database.inTenant(tenantId, (trx) =>
    insertPlan(trx, tenantId, { planId, createdBy: 'admin', request, jobId: null }),
  )
  const bulkChangeId = newId()
  await server.database.inTenant(tenantId, async (trx) => {
    const asked = {
      source: 'items',
      edits: [{ kind: 'clear', technicalFieldName: 'title' }],
      inherited: 'leave',
    } as const
    const rehearsed = {
      createdBy: 'admin',
      request: { ...asked, edits: [...asked.edits] },
      jobId: job.jobId,
      rowCount: 0,
    }
    await insertBulkChange(trx, tenantId, { bulkChangeId, ...rehearsed, fingerprint: 'as seen', counts: noCounts })
    await moveBulkChange(trx, tenantId, bulkChangeId, { state: 'ready' })
  })
  const { importFileId } = await server.ok(contract.import.createImportFile, {
    ...inTenant,
    body: { fileName: `${name}.csv`, byteSize: 4 },
  })
  await server.ok(contract.import.putImportFilePart, {
    ...inTenant,
    params: { importFileId, partNumber: '0' },
    file: new Blob(['a\n1\n']),
    fileName: 'part',
  })
  const { savedChoiceId } = await server.ok(contract.savedChoices.createSavedChoice, {
    ...inTenant,
    body: savedProfile(name),
  })
  const { scheduleId } = await server.ok(contract.schedules.createSchedule, {
    ...inTenant,
    body: schedule(name, savedChoiceId),
  })
  const runId = newId()
  const objectKey = `${exchangeFolder(tenantId)}kept/${scheduleId}/${runId}.csv`
  await server.dependencies.objects.put(objectKey, Readable.from([name]), { contentType: 'text/csv' })
  await server.database.inTenant(tenantId, async (trx) => {
    await insertRun(trx, tenantId, { runId, scheduleId, askedBy: null, isNext: false, jobId: job.jobId })
    await moveRun(trx, tenantId, runId, { step: 'ended', outcome: 'written', objectKey, fileName: 'x.csv' })
  })
  return {
    contentItemId: item.contentItemId,
    contentVariationId: item.contentVariationIds[0] ?? '',
    variationId: server[tenant].variations[tenant === 'acme' ? 'de-AT' : 'nb-NO'] ?? '',
    taxonomyId: taxonomy.taxonomyId,
    conceptId: concept.conceptId,
    binaryId: binary.binaryId,
    apiKeyId: key.apiKeyId,
    jobId: job.jobId,
    planId,
    bulkChangeId,
    importFileId,
    savedChoiceId,
    scheduleId,
    runId,
  }
}

export interface Answer {
  readonly status: number
  readonly text: string
  /** Whether it is the answer of an earlier call with the same idempotency key. */
  readonly isRepeat: boolean
}

/** Makes a call as an administrator of acme, or with its API key. */
export async function ask(
  server: TestServer,
  id: string,
  route: Route,
  ids: Ids,
  apiKey: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const sent = examples[id]?.(ids) ?? {}
  const given: Readonly<Record<string, string>> = {
    ...ids,
    version: '1',
    technicalFieldName: 'title',
    externalId: 'acme',
    ...sent.params,
  }
  const path = route.path.replace(/\{(\w+)\}/g, (_whole, name: string) => given[name] ?? '')
  const query = new URLSearchParams(sent.query).toString()
  const token = await server.identity.tokenFor({ userId: 'acme-admin', tenants: ['acme'], roles: ['admin'] })
  const response = await server.app.server.inject({
    method: route.method,
    url: query === '' ? path : `${path}?${query}`,
    headers: {
      ...(route.access === 'apiKey'
        ? { 'x-api-key': apiKey }
        : { authorization: `Bearer ${token}`, ...(route.access === 'tenant' && { 'x-tenant-id': 'acme' }) }),
      ...(sent.body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(sent.body !== undefined && { payload: JSON.stringify(sent.body) }),
  })
  const isRepeat = response.headers['idempotency-replayed'] === 'true'
  return { status: response.statusCode, text: response.body, isRepeat }
}
