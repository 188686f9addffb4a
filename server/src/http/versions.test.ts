import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contract } from '@pim/contract'
import type { Route } from '@pim/contract/core/route.ts'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { articleType, ContentCalls, putType, updateOf } from '../../testing/content-calls.ts'
import { type CallResult, personWith, startOwnServer, type TestServer } from '../../testing/test-server.ts'
import { operationsOf } from './operation.ts'

/* Every call that the contract marks as one that changes a thing with a version: `If-Match` guards all of them. */

/** A section with a setting of each person. */
const orders = {
  name: 'orders',
  screens: { '/orders': { titleKey: 'orders.title' } },
  settings: { isDense: { scope: 'person', kind: 'boolean', default: false, titleKey: 'orders.isDense' } },
}
let builds: string
let server: TestServer
let content: ContentCalls
beforeAll(async () => {
  builds = await mkdtemp(join(tmpdir(), 'pim-versions-'))
  await mkdir(join(builds, 'remote-orders/dist'), { recursive: true })
  await writeFile(join(builds, 'remote-orders/dist/remote.json'), JSON.stringify(orders))
  // A server of its own: it compares all rows of all tables, and its folder of builds has a section with a setting.
  server = await startOwnServer({ builds })
  content = new ContentCalls(server, server.acme)
  await putType(server, server.acme, articleType)
})
afterAll(async () => {
  await server.close()
  await rm(builds, { recursive: true })
})

type Headers = Readonly<Record<string, string>>
type Answer = Pick<CallResult<Route>, 'status' | 'problem' | 'headers'>

/** A thing to change, made for one try. */
interface Subject {
  readonly version: () => Promise<number | undefined>
  readonly change: (headers: Headers) => Promise<Answer>
}

let count = 0
const fresh = (text: string) => `${text} ${++count}`
const { contentItem, contentVariation, taxonomies, tenants, contentModel, apiKeys, savedChoices, schedules, sections } =
  contract
const admin = { as: 'admin' } as const

async function item(deleted: boolean) {
  const { contentItemId, en } = await content.make({ title: 'T' })
  const params = { contentItemId }
  if (deleted) await server.ok(contentItem.deleteItem, { params, query: {} })
  const version = async () =>
    (await server.ok(contentItem.getItem, { params, query: { includeDeleted: true }, ...admin })).version
  return { params, version, contentItemId, en }
}

async function variation(...steps: ('publish' | 'edit')[]) {
  const { en } = await content.make({ title: fresh('T') })
  for (const step of steps) {
    if (step === 'edit') await content.update(en, { title: fresh('T') })
    else await content.step(step, en)
  }
  return { en, params: { contentVariationId: en }, version: async () => (await content.get(en)).version }
}

async function step(
  name: 'publish' | 'unpublish' | 'draft' | 'archive' | 'discard',
  ...before: ('publish' | 'edit')[]
) {
  const { params, version } = await variation(...before)
  const change = (headers: Headers) => server.call(contentVariation[name], { params, query: {}, headers })
  return { version, change }
}

async function taxonomy() {
  const { taxonomyId } = await server.ok(taxonomies.createTaxonomy, { query: { friendlyName: fresh('Taxonomy') } })
  const params = { taxonomyId }
  return { params, version: async () => (await server.ok(taxonomies.getTaxonomy, { params })).version }
}

async function concept() {
  const { taxonomyId } = (await taxonomy()).params
  const { conceptId } = await server.ok(taxonomies.createConcept, {
    params: { taxonomyId },
    query: { friendlyName: 'Concept' },
  })
  const params = { taxonomyId, conceptId }
  return { params, version: async () => (await server.ok(taxonomies.getConcept, { params })).version }
}

async function savedChoice() {
  const body = { kind: 'mediaView' as const, name: fresh('View'), content: { address: 'kind=picture' } }
  const { savedChoiceId } = await server.ok(savedChoices.createSavedChoice, { body })
  const version = async () =>
    (await server.ok(savedChoices.getSavedChoices, { query: {} })).find((each) => each.savedChoiceId === savedChoiceId)
      ?.version
  return { params: { savedChoiceId }, body, version }
}

async function schedule() {
  const content = { technicalContentTypeName: 'x', columns: [{ column: 'x', target: { kind: 'ignored' as const } }] }
  const profile = { kind: 'importProfile' as const, name: fresh('Profile'), content }
  const { savedChoiceId } = await server.ok(savedChoices.createSavedChoice, { as: 'editor', body: profile })
  const source = { kind: 'folder' as const, folder: 'goods' }
  const times = { every: 'hour' as const, minute: 0 }
  const body = { kind: 'import' as const, name: fresh('Schedule'), savedChoiceId, times, source }
  const { scheduleId } = await server.ok(schedules.createSchedule, { body })
  const version = async () =>
    (await server.ok(schedules.getSchedules, {})).find((each) => each.scheduleId === scheduleId)?.version
  return { params: { scheduleId }, body, version }
}

async function tenantVariation() {
  const languageCode = `en-${String.fromCharCode(65 + ((count / 26) % 26), 65 + (count++ % 26))}`
  const { variationId } = await server.ok(tenants.createVariation, {
    body: { friendlyName: languageCode, languageCode },
  })
  const version = async () =>
    (await server.ok(tenants.getVariations, {})).find((each) => each.variationId === variationId)?.version
  return { params: { variationId }, version }
}

async function type() {
  const technicalName = `type${++count}`
  const body = { contentTypes: [{ ...articleType, technicalName }] }
  await server.ok(contentModel.seedContentTypes, { body })
  const version = async () => (await server.ok(contentModel.getTypeByName, { query: { technicalName } })).version
  return { technicalName, version }
}

async function apiKey() {
  const { apiKeyId } = await server.ok(apiKeys.createApiKey, { body: { name: fresh('Key') } })
  const version = async () =>
    (await server.ok(apiKeys.getApiKeys, {})).find((each) => each.apiKeyId === apiKeyId)?.version
  return { params: { apiKeyId }, version }
}

const subjects: Readonly<Record<string, () => Promise<Subject>>> = {
  'contentItem.renameItem': async () => {
    const { contentItemId, version } = await item(false)
    return {
      version,
      change: (headers) =>
        server.call(contentItem.renameItem, { query: { contentItemId, name: fresh('Renamed') }, headers }),
    }
  },
  'contentItem.deleteItem': async () => {
    const { params, version } = await item(false)
    return { version, change: (headers) => server.call(contentItem.deleteItem, { params, query: {}, headers }) }
  },
  'contentItem.restoreItem': async () => {
    const { params, version } = await item(true)
    return { version, change: (headers) => server.call(contentItem.restoreItem, { params, headers }) }
  },
  'contentItem.purgeItem': async () => {
    const { params, version } = await item(true)
    return { version, change: (headers) => server.call(contentItem.purgeItem, { params, headers }) }
  },
  'contentVariation.updateVariation': async () => {
    const { en, version } = await variation()
    const { updateVariation } = contentVariation
    return {
      version,
      change: (headers) => server.call(updateVariation, { body: updateOf(en, { title: fresh('T') }), headers }),
    }
  },
  'contentVariation.publish': () => step('publish'),
  'contentVariation.unpublish': () => step('unpublish', 'publish'),
  'contentVariation.draft': () => step('draft', 'publish'),
  'contentVariation.archive': () => step('archive'),
  'contentVariation.discard': () => step('discard', 'publish', 'edit'),
  'contentVariation.resetToFallback': async () => {
    const { params, version } = await variation()
    return {
      version,
      change: (headers) =>
        server.call(contentVariation.resetToFallback, {
          params: { ...params, technicalFieldName: 'title' },
          query: {},
          headers,
        }),
    }
  },
  'contentVariation.restoreVersion': async () => {
    const { params, version } = await variation('edit')
    return {
      version,
      change: (headers) =>
        server.call(contentVariation.restoreVersion, { params: { ...params, version: 1 }, query: {}, headers }),
    }
  },
  'taxonomies.changeTaxonomy': async () => {
    const { params, version } = await taxonomy()
    const { changeTaxonomy } = taxonomies
    return {
      version,
      change: (headers) => server.call(changeTaxonomy, { params, query: { friendlyName: fresh('New') }, headers }),
    }
  },
  'taxonomies.deleteTaxonomy': async () => {
    const { params, version } = await taxonomy()
    return { version, change: (headers) => server.call(taxonomies.deleteTaxonomy, { params, query: {}, headers }) }
  },
  'taxonomies.changeConcept': async () => {
    const { params, version } = await concept()
    const { changeConcept } = taxonomies
    return {
      version,
      change: (headers) => server.call(changeConcept, { params, query: { friendlyName: fresh('New') }, headers }),
    }
  },
  'taxonomies.changeConceptWords': async () => {
    const { params, version } = await concept()
    const { changeConceptWords } = taxonomies
    return {
      version,
      change: (headers) => server.call(changeConceptWords, { params, body: { code: fresh('code') }, headers }),
    }
  },
  'taxonomies.deleteConcept': async () => {
    const { params, version } = await concept()
    return { version, change: (headers) => server.call(taxonomies.deleteConcept, { params, query: {}, headers }) }
  },
  'tenants.changeTenant': async () => ({
    version: async () =>
      (await server.ok(tenants.getAllTenants, { as: { userId: 'reader', tenants: ['acme'], roles: ['admin'] } })).find(
        ({ externalId }) => externalId === 'acme',
      )?.version,
    change: (headers) => server.call(tenants.changeTenant, { body: { friendlyName: fresh('Acme') }, headers }),
  }),
  'tenants.changeVariation': async () => {
    const { params, version } = await tenantVariation()
    return {
      version,
      change: (headers) =>
        server.call(tenants.changeVariation, { params, body: { friendlyName: fresh('English') }, headers }),
    }
  },
  'sections.changeMySettings': async () => {
    const as = { ...personWith('viewer'), userId: fresh('person') }
    const setTo = (isDense: boolean, headers: Headers = {}) =>
      server.call(sections.changeMySettings, { as, body: { settings: { 'orders:isDense': isDense } }, headers })
    await setTo(true)
    const version = async () => (await server.ok(sections.getMySettings, { as })).version
    return { version, change: (headers) => setTo(false, headers) }
  },
  'tenants.deleteVariation': async () => {
    const { params, version } = await tenantVariation()
    return { version, change: (headers) => server.call(tenants.deleteVariation, { params, query: {}, headers }) }
  },
  'contentModel.seedContentTypes': async () => {
    const { technicalName, version } = await type()
    return {
      version,
      change: (headers) =>
        server.call(contentModel.seedContentTypes, {
          body: { contentTypes: [{ ...articleType, technicalName, friendlyName: { 'en-US': fresh('New') } }] },
          headers,
        }),
    }
  },
  'contentModel.deleteType': async () => {
    const { technicalName, version } = await type()
    return {
      version,
      change: (headers) => server.call(contentModel.deleteType, { query: { technicalName }, headers }),
    }
  },
  'apiKeys.changeApiKey': async () => {
    const { params, version } = await apiKey()
    return {
      version,
      change: (headers) => server.call(apiKeys.changeApiKey, { params, body: { name: fresh('Renamed') }, headers }),
    }
  },
  'savedChoices.changeSavedChoice': async () => {
    const { params, version, body } = await savedChoice()
    return { version, change: (headers) => server.call(savedChoices.changeSavedChoice, { params, body, headers }) }
  },
  'schedules.changeSchedule': async () => {
    const { params, version, body } = await schedule()
    return { version, change: (headers) => server.call(schedules.changeSchedule, { params, body, headers }) }
  },
  'schedules.deleteSchedule': async () => {
    const { params, version } = await schedule()
    return { version, change: (headers) => server.call(schedules.deleteSchedule, { params, headers }) }
  },
  'savedChoices.deleteSavedChoice': async () => {
    const { params, version } = await savedChoice()
    return { version, change: (headers) => server.call(savedChoices.deleteSavedChoice, { params, headers }) }
  },
  'apiKeys.rotateApiKey': async () => {
    const { params, version } = await apiKey()
    return { version, change: (headers) => server.call(apiKeys.rotateApiKey, { params, body: {}, headers }) }
  },
  'apiKeys.revokeApiKey': async () => {
    const { params, version } = await apiKey()
    return { version, change: (headers) => server.call(apiKeys.revokeApiKey, { params, headers }) }
  },
}

/** A hash of every row of the database, without the queue of jobs, which goes on by itself. */
/** All but what is written beside a call: jobs that earlier calls have left, and the counts of calls. */
async function allRows(): Promise<unknown> {
  const underWay = `select from job where status in ('queued', 'running')`
  await expect.poll(() => server.rows.look(underWay)).toEqual([])
  const tables = await server.rows.look<{ name: string }>(
    `select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public'
     and table_type = 'BASE TABLE' and table_name not in ('job', 'call_count') order by 1`,
  )
  const hashes = tables.map(
    ({ name }) => `select '${name}' as name, md5(string_agg(t::text, ' ' order by t::text)) as rows from ${name} t`,
  )
  return server.rows.look(hashes.join(' union all '))
}

const tag = (version: number) => ({ 'if-match': `"${version}"` })

async function current({ version }: Subject): Promise<number> {
  const found = await version()
  if (found === undefined) throw new Error('what is read shows no version')
  return found
}

describe('what has a version', () => {
  it('is changed by these calls, all of which are tried here', () => {
    const marked = operationsOf(contract).filter(({ route }) => route.versioned === 'change')
    expect(Object.keys(subjects).toSorted()).toEqual(marked.map(({ id }) => id).toSorted())
  })

  it('has it in its answers, as a strong tag too', async () => {
    const { en, params, version } = await item(false)
    const { taxonomyId, conceptId } = (await concept()).params
    const { technicalName } = await type()
    const answers = [
      await server.call(contentItem.getItem, { params, query: {} }),
      await server.call(contentVariation.getVariation, { params: { contentVariationId: en } }),
      await server.call(taxonomies.createTaxonomy, { query: { friendlyName: fresh('Taxonomy') } }),
      await server.call(taxonomies.getTaxonomy, { params: { taxonomyId } }),
      await server.call(taxonomies.createConcept, { params: { taxonomyId }, query: { friendlyName: fresh('C') } }),
      await server.call(taxonomies.getConcept, { params: { taxonomyId, conceptId } }),
      await server.call(contentModel.getTypeByName, { query: { technicalName } }),
      await server.call(apiKeys.createApiKey, { body: { name: 'K' } }),
      await server.call(savedChoices.createSavedChoice, {
        body: { kind: 'contentView', name: fresh('View'), content: { address: '' } },
      }),
      await server.call(schedules.createSchedule, { body: (await schedule()).body }),
      await server.call(sections.getMySettings, {}),
      await server.call(tenants.createVariation, { body: { friendlyName: 'F', languageCode: 'fr-FR' } }),
      await server.call(tenants.createTenant, {
        as: { userId: 'founder', tenants: [], roles: ['admin'] },
        body: {
          externalId: 'new-one',
          friendlyName: 'New',
          defaultVariation: { friendlyName: 'English', languageCode: 'en-US' },
        },
      }),
    ]
    for (const { body, headers } of answers) {
      expect(headers.etag).toBe(`"${(body as { version?: number } | undefined)?.version}"`)
      expect(headers.etag).toMatch(/^"\d+"$/)
    }
    const marked = operationsOf(contract).filter(({ route }) => route.versioned === 'read')
    expect(answers).toHaveLength(marked.length)
    expect(await version()).toBe(1)
  })
})

describe.each(Object.entries(subjects))('%s with If-Match', (_id, make) => {
  it('is refused where the version has moved on, and writes nothing', async () => {
    const subject = await make()
    const now = await current(subject)
    const before = await allRows()
    for (const stale of [tag(now - 1), tag(now + 1), { 'if-match': `W/"${now}"` }, { 'if-match': `"a,${now}", "0"` }]) {
      const { status, problem, headers } = await subject.change(stale)
      expect({ status, code: problem?.code, currentVersion: problem?.currentVersion, etag: headers.etag }).toEqual({
        status: 412,
        code: 'PRECONDITION_FAILED',
        currentVersion: now,
        etag: `"${now}"`,
      })
    }
    expect((await subject.change({ 'if-match': String(now) })).problem?.fieldErrors).toMatchObject([
      { technicalFieldName: 'headers.if-match', code: 'INVALID_ETAG' },
    ])
    expect(await allRows()).toEqual(before)
  })

  it('passes where it is the version, and raises it', async () => {
    for (const ifMatch of [(now: number) => `"${now}"`, (now: number) => `W/"x", "0" ,"${now}"`, () => '*']) {
      const subject = await make()
      const now = await current(subject)
      const { status, problem, headers } = await subject.change({ 'if-match': ifMatch(now) })
      expect([status, problem]).toEqual([expect.toBeOneOf([200, 204]), undefined])
      if (headers.etag !== undefined) expect(headers.etag).not.toBe(`"${now}"`)
      // What is deleted cannot be read again, and need not.
      const after = await subject.version().catch(() => undefined)
      if (after !== undefined) expect(after).toBeGreaterThan(now)
    }
  })

  it('lets one of two callers win that saw the same version', async () => {
    const subject = await make()
    const now = await current(subject)
    const answers = await Promise.all([subject.change(tag(now)), subject.change(tag(now))])
    const codes = answers.map(({ status, problem }) => problem?.code ?? status)
    expect(codes.filter((code) => typeof code === 'number')).toHaveLength(1)
    expect(codes).toContainEqual(expect.toBeOneOf(['PRECONDITION_FAILED', 'NOT_FOUND']))
  })
})
