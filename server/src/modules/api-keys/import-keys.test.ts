import { setTimeout as wait } from 'node:timers/promises'
import { type BulkChange, contract, type ImportFile } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { articleType, ContentCalls, imageType, putType } from '../../../testing/content-calls.ts'
import { personWith, startOwnServer, type TestServer } from '../../../testing/test-server.ts'
import { operationsOf } from '../../http/operation.ts'
import { newId } from '../../platform/database/new-id.ts'

let server: TestServer
beforeAll(async () => {
  // Its failures are more than an address is allowed.
  server = await startOwnServer({ variables: { PIM_FAILURE_LIMIT: '0' } })
  await putType(server, server.acme, articleType)
  await putType(server, server.acme, imageType)
})
afterAll(() => server.close())

const { apiKeys, bulkChange } = contract
const calls = contract.import
const makeKey = (more: object = {}) =>
  server.ok(apiKeys.createApiKey, { body: { name: 'ERP', kind: 'import', ...more } })

async function sentFile(apiKey: string, text = 'sku;title\nK-1;Lamp\n'): Promise<ImportFile> {
  const body = { fileName: 'goods.csv', byteSize: text.length }
  const { importFileId } = await server.ok(calls.createImportFile, { apiKey, body })
  const params = { importFileId, partNumber: '0' }
  return server.ok(calls.putImportFilePart, { apiKey, params, file: new Blob([text]), fileName: 'goods.csv' })
}
const toField = (technicalFieldName: string) => ({
  column: technicalFieldName,
  target: { kind: 'field' as const, technicalFieldName },
})
const mapping = ({ importFileId }: ImportFile, more: object = {}) => ({
  importFileId,
  technicalContentTypeName: 'article',
  columns: [toField('sku'), toField('title')],
  keyField: 'sku',
  ...more,
})
async function settled(apiKey: string, { bulkChangeId }: BulkChange): Promise<BulkChange> {
  for (;;) {
    const now = await server.ok(bulkChange.getBulkChange, { apiKey, params: { bulkChangeId } })
    if (now.state !== 'rehearsing' && now.state !== 'executing') return now
    await wait(20)
  }
}
async function rehearsed(apiKey: string): Promise<BulkChange> {
  const file = mapping(await sentFile(apiKey))
  return settled(apiKey, await server.ok(bulkChange.createBulkChange, { apiKey, body: { file } }))
}

const toTopics = { column: 'topics', target: { kind: 'field' as const, technicalFieldName: 'topics' } }

describe('a key for imports', () => {
  it('sends a file, rehearses it, executes it and reads the report', async () => {
    const { key: apiKey, apiKeyId, kind } = await makeKey()
    expect(kind).toBe('import')
    const file = await sentFile(apiKey)
    const params = { importFileId: file.importFileId }
    const body = { technicalContentTypeName: 'article' }
    expect(await server.ok(calls.inspectImportFile, { apiKey, params, body })).toMatchObject({
      proposedKeyField: 'sku',
    })
    const { bulkChangeId, fingerprint, counts } = await rehearsed(apiKey)
    expect(counts).toMatchObject({ created: 1, problem: 0 })
    const change = { apiKey, params: { bulkChangeId } }
    const done = await settled(
      apiKey,
      await server.ok(bulkChange.executeBulkChange, { ...change, body: { fingerprint } }),
    )
    expect(done).toMatchObject({ state: 'done', counts: { done: 1 }, createdBy: `api-key:${apiKeyId}` })
    expect((await server.ok(bulkChange.getBulkChangeRows, change)).items).toHaveLength(1)
    expect((await server.call(bulkChange.getBulkChangeReport, change)).status).toBe(200)
    const { items } = await server.ok(contract.audit.getAuditEntries, { query: {} })
    expect(
      items.some(({ userId, action }) => userId === `api-key:${apiKeyId}` && action === 'bulkChange.execute'),
    ).toBe(true)
  })

  it('is refused by every other call, also by those of delivery', async () => {
    const { key } = await makeKey()
    const taken: string[] = []
    for (const { id, route } of operationsOf(contract)) {
      if (route.access === 'public') continue
      const url = route.path.replace(/\{\w+\}/g, newId())
      const headers = { 'x-api-key': key, 'x-tenant-id': 'acme' }
      const { statusCode } = await server.app.server.inject({ method: route.method, url, headers })
      if (statusCode !== 401) taken.push(id)
    }
    expect(taken.sort()).toEqual([
      'bulkChange.cancelBulkChange',
      'bulkChange.createBulkChange',
      'bulkChange.executeBulkChange',
      'bulkChange.getBulkChange',
      'bulkChange.getBulkChangeReport',
      'bulkChange.getBulkChangeRows',
      'bulkChange.getRowsToMend',
      'import.createImportFile',
      'import.deleteImportFile',
      'import.fetchImportFile',
      'import.getImportFile',
      'import.inspectImportFile',
      'import.putImportFilePart',
      'savedChoices.getSavedChoices',
    ])
  })

  it('goes by shared profiles of its content types, and takes nothing away by them', async () => {
    const as = personWith('publisher')
    const { importFileId: _, ...content } = mapping(await sentFile((await makeKey()).key))
    const save = (name: string, isShared: boolean) =>
      server.ok(contract.savedChoices.createSavedChoice, {
        as,
        body: { kind: 'importProfile', name, isShared, content: { ...content, ownership: { whenGone: 'delete' } } },
      })
    const { savedChoiceId: profileId } = await save('For everybody', true)
    const own = await save('Of one person', false)
    const seenBy = async ({ key: apiKey }: { readonly key: string }) =>
      (await server.ok(contract.savedChoices.getSavedChoices, { apiKey, query: {} })).map(({ name }) => name)
    const [any, ofImages] = [await makeKey(), await makeKey({ contentTypeTechnicalNames: ['image'] })]
    expect([await seenBy(any), await seenBy(ofImages)]).toEqual([['For everybody'], []])
    const { key: apiKey } = any
    const file = mapping(await sentFile(apiKey), { profileId, ownership: {} })
    const rehearsed = await server.ok(bulkChange.createBulkChange, { apiKey, body: { file } })
    expect((await settled(apiKey, rehearsed)).counts).toMatchObject({ problem: 0, known: 0 })
    const gone = { ...file, ownership: { whenGone: 'delete' as const } }
    await server.refused(bulkChange.createBulkChange, 'FORBIDDEN', { apiKey, body: { file: gone } })
    const byOwn = { ...file, profileId: own.savedChoiceId }
    await server.refused(bulkChange.createBulkChange, 'INVALID_REQUEST', { apiKey, body: { file: byOwn } })
  })

  it('is told nothing of drafts: what is there, what it is called, and who has written it', async () => {
    const as = { ...personWith('publisher'), userId: 'hidden-person' }
    const hidden = (what: string) => `hidden-${what}`
    const content = new ContentCalls(server, server.acme)
    const made = await content.make({ sku: 'D-1', title: hidden('title'), summary: hidden('summary') }, hidden('name'))
    const holder = await content.make({ sku: 'D-2', slug: hidden('slug') }, hidden('holder'))
    await content.update(made.de, { summary: hidden('german') })
    // An empty cell gives it back to what it inherits.
    await content.update(made.at, { summary: 'Own' })
    const { target: ofSummary } = toField('summary')
    await content.update(holder.en, { code: 'taken' })
    await content.make({ sku: 'D-3', title: hidden('gone') }, hidden('gone-name'))
    const { key: apiKey, apiKeyId } = await makeKey()
    const columns = ['sku', 'title', 'summary', 'code'].map(toField)
    const { savedChoiceId: profileId } = await server.ok(contract.savedChoices.createSavedChoice, {
      as: 'admin',
      body: {
        kind: 'importProfile',
        name: 'All of it',
        isShared: true,
        content: { technicalContentTypeName: 'article', columns, keyField: 'sku', ownership: {} },
      },
    })
    const answers: string[] = []
    const crawl = async (text: string, more: object = {}) => {
      const file = await sentFile(apiKey, text)
      const params = { importFileId: file.importFileId }
      answers.push(JSON.stringify(file))
      answers.push(
        JSON.stringify(
          await server.ok(calls.inspectImportFile, { apiKey, params, body: { technicalContentTypeName: 'article' } }),
        ),
      )
      const asked = mapping(file, { columns, profileId, ownership: {}, ...more })
      const begun = await server.ok(bulkChange.createBulkChange, { apiKey, body: { file: asked } })
      const ready = await settled(apiKey, begun)
      const change = { apiKey, params: { bulkChangeId: ready.bulkChangeId } }
      answers.push(JSON.stringify([begun, ready]))
      const readAll = async () => {
        answers.push(JSON.stringify(await server.ok(bulkChange.getBulkChangeRows, change)))
        for (const format of ['csv', 'jsonl'] as const)
          answers.push(
            String((await server.call(bulkChange.getBulkChangeReport, { ...change, query: { format } })).bytes),
          )
        answers.push(String((await server.call(bulkChange.getRowsToMend, change)).bytes))
      }
      await readAll()
      const { fingerprint } = ready
      answers.push(JSON.stringify(await server.ok(bulkChange.executeBulkChange, { ...change, body: { fingerprint } })))
      answers.push(JSON.stringify(await settled(apiKey, ready)))
      await readAll()
      return ready
    }
    await crawl('sku;title;summary;code\nD-1;Sent;Sent too;\nD-3;Sent;;\nD-4;New;;\n')
    // Staff change it, so that the next import finds values that are not the key's.
    await server.ok(contract.contentVariation.updateVariation, {
      as,
      body: { contentVariationId: made.en, fields: [{ technicalFieldName: 'title', value: hidden('changed') }] },
    })
    const second = await crawl(
      'sku;title;summary;code\nD-1;Sent;;taken\nD-4;New;Much too long for a summary of this type;\n',
    )
    expect(second.counts).toMatchObject({ problem: 2 })
    const third = await crawl('sku;title;summary;code\nD-1;Sent;;\n', {
      emptyCells: 'clear',
      columns: [
        toField('sku'),
        { column: 'summary', target: { ...ofSummary, variationId: server.acme.variations['de-AT'] } },
      ],
    })
    expect(third.counts).toMatchObject({ changed: 1 })
    const named = await server.ok(contract.savedChoices.getSavedChoices, { apiKey, query: {} })
    answers.push(JSON.stringify(named))
    const told = answers.join('\n')
    expect(told).toContain('Sent')
    expect(told).toContain(apiKeyId)
    expect(told.match(/.{0,200}hidden-.{0,40}/g)).toBeNull()
  })

  it('lets no key for delivery import', async () => {
    const { key: apiKey } = await server.ok(apiKeys.createApiKey, { body: { name: 'Shop' } })
    const body = { fileName: 'goods.csv', byteSize: 1 }
    expect(await server.call(calls.createImportFile, { apiKey, body })).toMatchObject({ status: 401 })
  })

  it('knows nothing of what others have sent and imported', async () => {
    const [mine, others] = await Promise.all([makeKey(), makeKey()])
    const file = await sentFile(others.key)
    const { bulkChangeId, fingerprint } = await rehearsed(others.key)
    const apiKey = mine.key
    const ofFile = { apiKey, params: { importFileId: file.importFileId } }
    const ofChange = { apiKey, params: { bulkChangeId } }
    await server.refused(calls.getImportFile, 'NOT_FOUND', ofFile)
    await server.refused(calls.deleteImportFile, 'NOT_FOUND', ofFile)
    await server.refused(calls.inspectImportFile, 'NOT_FOUND', { ...ofFile, body: {} })
    await server.refused(calls.putImportFilePart, 'NOT_FOUND', {
      apiKey,
      params: { importFileId: file.importFileId, partNumber: '0' },
      file: new Blob(['x']),
      fileName: 'x',
    })
    await server.refused(bulkChange.createBulkChange, 'NOT_FOUND', { apiKey, body: { file: mapping(file) } })
    await server.refused(bulkChange.getBulkChange, 'NOT_FOUND', ofChange)
    await server.refused(bulkChange.getBulkChangeRows, 'NOT_FOUND', ofChange)
    await server.refused(bulkChange.getBulkChangeReport, 'NOT_FOUND', ofChange)
    await server.refused(bulkChange.getRowsToMend, 'NOT_FOUND', ofChange)
    await server.refused(bulkChange.executeBulkChange, 'NOT_FOUND', { ...ofChange, body: { fingerprint } })
    await server.refused(bulkChange.cancelBulkChange, 'NOT_FOUND', ofChange)
  })

  it('changes items by files alone, of the content types that it is for, and publishes none', async () => {
    const { key: apiKey } = await makeKey({ contentTypeTechnicalNames: ['image'] })
    const file = await sentFile(apiKey)
    await server.refused(bulkChange.createBulkChange, 'FORBIDDEN', { apiKey, body: { file: mapping(file) } })
    const params = { importFileId: file.importFileId }
    const body = { technicalContentTypeName: 'article' }
    await server.refused(calls.inspectImportFile, 'FORBIDDEN', { apiKey, params, body })
    const edits = [{ kind: 'clear' as const, technicalFieldName: 'title' }]
    const named = { items: [{ contentItemId: newId() }], edits }
    await server.refused(bulkChange.createBulkChange, 'FORBIDDEN', { apiKey, body: named })
    const free = (await makeKey()).key
    const publishing = mapping(await sentFile(free), { publishes: true })
    await server.refused(bulkChange.createBulkChange, 'FORBIDDEN', { apiKey: free, body: { file: publishing } })
  })

  it('makes neither options nor concepts for names that are not there', async () => {
    const { key: apiKey } = await makeKey()
    const { taxonomyId } = await server.ok(contract.taxonomies.createTaxonomy, { query: { friendlyName: 'Of keys' } })
    const file = mapping(await sentFile(apiKey))
    const columns = [...file.columns, { ...toTopics, adds: { taxonomyId } }]
    const refused = { apiKey, body: { file: { ...file, columns } } }
    await server.refused(bulkChange.createBulkChange, 'FORBIDDEN', refused)
  })

  it('is of its tenant alone, and of no use once it is revoked', async () => {
    const { key: apiKey, apiKeyId } = await makeKey()
    const body = { fileName: 'goods.csv', byteSize: 1 }
    await server.refused(calls.createImportFile, 'FORBIDDEN', { apiKey, tenant: 'nordic', body })
    expect((await server.call(calls.createImportFile, { apiKey, tenant: 'acme', body })).status).toBe(200)
    await server.ok(apiKeys.revokeApiKey, { params: { apiKeyId } })
    expect((await server.call(calls.createImportFile, { apiKey, body })).status).toBe(401)
  })

  it('has no channels, when it is made and afterwards', async () => {
    const body = { name: 'ERP', kind: 'import' as const, deliveryTargets: ['web'] }
    await server.refused(apiKeys.createApiKey, 'INVALID_REQUEST', { body })
    const { apiKeyId } = await makeKey()
    const limits = { deliveryTargets: ['web'] }
    await server.refused(apiKeys.changeApiKey, 'INVALID_REQUEST', { params: { apiKeyId }, body: limits })
  })

  it('is no reason to overlook the token of a person who comes with it', async () => {
    const { key: apiKey } = await makeKey()
    const as = personWith('viewer')
    const body = { fileName: 'goods.csv', byteSize: 1 }
    await server.refused(calls.createImportFile, 'FORBIDDEN', { apiKey, as, tenant: 'acme', body })
  })
})
