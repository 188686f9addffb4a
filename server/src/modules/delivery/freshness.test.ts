import { type ContentTypeInput, contract, type DeliveryFilter } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { ContentCalls, type Made } from '../../../testing/content-calls.ts'
import { type DatabaseProxy, openDatabaseProxy, throughProxy } from '../../../testing/database-proxy.ts'
import { rounds, seed } from '../../../testing/random.ts'
import { openTestReader } from '../../../testing/test-reader.ts'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'
import { newId } from '../../platform/database/new-id.ts'
import { type Notifications, openNotifications } from '../../platform/database/notifications.ts'
import { deliveryChanged, notifyDelivery } from '../events/index.ts'
import { itemsChanged, noteChangedItems, type Reader } from '../reader/index.ts'
import type { NamedAllowance } from './allowance.ts'
import { ChangeLog } from './change-log.ts'
import { followChanges } from './follow-changes.ts'
import { type Answer, createKeptAnswers } from './kept-answers.ts'
import { createDeliveryService, type DeliveryService } from './service.ts'
import { createTenantModels } from './tenant-models.ts'

const names = { 'en-US': 'Name' }
const product: ContentTypeInput = {
  technicalName: 'product',
  friendlyName: names,
  kind: 'user',
  titleField: 'title',
  fields: [
    { technicalName: 'title', friendlyName: names, type: 'text' },
    { technicalName: 'colour', friendlyName: names, type: 'text' },
    { technicalName: 'stock', friendlyName: names, type: 'integer' },
    { technicalName: 'related', friendlyName: names, type: 'links' },
  ],
}
const note = { ...product, technicalName: 'note' }

const walkLength = rounds(12)

let server: TestServer
let content: ContentCalls
let proxy: DatabaseProxy
let notifications: Notifications
let unfollow: () => void
/** Whose notifications can be held back; what it keeps is wired as in the server. */
const changes = new ChangeLog()
const made = { count: 0 }
let asked = 0
let ask: (question: Question) => Promise<string>
/** Keeps nothing. */
let control: DeliveryService
/** The files of a server whose notifications can be held back, and of one that hears of all at once. */
let heldBack: Reader
let direct: Reader

beforeAll(async () => {
  server = await startTestServer()
  content = new ContentCalls(server, server.acme)
  await server.ok(contract.contentModel.seedContentTypes, { body: { contentTypes: [product, note] } })
  proxy = await openDatabaseProxy(server.rows.superuser)
  notifications = await openNotifications({
    connection: throughProxy(server.rows.superuser, proxy).platform,
    database: server.database,
    // Held back it is not to be taken for lost or late, however slow the machine is.
    heartbeatMs: 600_000,
    currentMs: 600_000,
  })
  unfollow = followChanges(changes, notifications)
  const kept = createKeptAnswers(notifications, changes)
  heldBack = await openTestReader(server.database, { notifications })
  direct = await openTestReader(server.database)
  const service = createDeliveryService(server.database, createTenantModels(changes, notifications), heldBack)
  control = createDeliveryService(server.database, createTenantModels(new ChangeLog(), { isCurrent: false }), direct)
  ask = async ({ name, answer }) => {
    asked += 1
    const { bytes } = await kept.get(name, server.acme.tenantId, () => {
      made.count += 1
      return answer(service)
    })
    return bytes.toString()
  }
})
afterAll(async () => {
  unfollow()
  await heldBack.close()
  await direct.close()
  proxy.close()
  await notifications.close()
  await server.close()
})

interface Question {
  readonly name: string
  readonly answer: (service: DeliveryService) => Promise<Answer>
}

function questions(items: readonly Made[]): Question[] {
  const { tenantId, variations } = server.acme
  const all: NamedAllowance = {
    tenantId,
    targets: null,
    limited: [],
    typeNames: null,
    channels: ['web', 'print'],
    name: 'all',
  }
  const limited = { ...all, targets: ['web'], typeNames: ['note'] }
  const place = { contentTypeTechnicalName: 'product', variationId: variations['en-US'] ?? '', filters: [] }
  const filtered = (name: string, more: Partial<DeliveryFilter> = {}, allowance = all): Question => ({
    name,
    answer: (service) => service.filterVariations(allowance, { ...place, ...more }),
  })
  const equals = (technicalFieldName: string, value: unknown) => ({
    technicalFieldName,
    operator: 'equals' as const,
    value,
  })
  const red = equals('colour', 'red')
  const page = { pageNumber: 1, pageSize: 25 }
  const ids = items.map(({ contentItemId }) => contentItemId)
  return [
    filtered('a list'),
    filtered('its second page', { paging: { pageNumber: 2, pageSize: 2 } }),
    filtered('by one value', { filters: [red] }),
    filtered('by two values', { filters: [red, equals('stock', 3)] }),
    filtered('by one of two values', { filters: [red, equals('stock', 3)], match: 'any' }),
    filtered('by not a value', { filters: [{ ...red, operator: 'notEquals' }] }),
    filtered('by a range, in its order', {
      filters: [{ technicalFieldName: 'stock', operator: 'gte', value: 2 }],
      sorting: { field: 'fields.stock', direction: 'desc' },
    }),
    filtered('by name', { sorting: { field: 'name', direction: 'asc' } }),
    filtered('by time', { sorting: { field: 'publishedAt', direction: 'desc' } }),
    filtered('with links', { linkDepth: 2, filters: [red] }),
    filtered('in another language', { variationId: variations['de-DE'] ?? '', includeSources: true }),
    filtered('of a limited key', { contentTypeTechnicalName: 'note' }, { ...limited, name: 'limited' }),
    { name: 'everything', answer: (service) => service.itemVariations(all, page) },
    { name: 'a target', answer: (service) => service.itemVariations(all, { ...page, deliveryTarget: 'print' }) },
    {
      name: 'by text',
      answer: (service) => service.itemVariations(all, { ...page, field: { colour: ['red', 'blue'] } }),
    },
    { name: 'some', answer: (service) => service.byItemIds(all, { contentItemIds: ids.slice(0, 3) }) },
    { name: 'linked', answer: (service) => service.byItemIds(all, { contentItemIds: ids.slice(3, 5), linkDepth: 2 }) },
    { name: 'languages', answer: (service) => service.tenantVariations(all) },
    ...ids.map((contentItemId) => ({
      name: contentItemId,
      answer: (service: DeliveryService) => service.itemVariations(all, { ...page, contentItemId }),
    })),
  ]
}

async function make(name: string, values: Readonly<Record<string, unknown>>): Promise<Made> {
  const { contentItemId } = await content.create(name, 'product')
  const all = await content.variations(contentItemId)
  const id = (language: string) => all[language]?.contentVariationId ?? ''
  const made = { contentItemId, en: id('en-US'), sv: id('sv-SE'), de: id('de-DE'), at: id('de-AT') }
  await content.update(made.en, values)
  return made
}

/** The same walk for the same seed (a linear congruential generator). */
function walker() {
  let state = seed
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

describe('the server that has acknowledged a change', () => {
  it('tells its file of it before it forgets what it keeps, as that is made anew from the file', async () => {
    // Of a tenant that nobody else changes: the server is one for many tests.
    const tenantId = newId()
    const told: string[] = []
    const stops = [deliveryChanged, itemsChanged].map((topic) =>
      server.database.onCommit(topic, (payload) => {
        if (payload.tenantId === tenantId) told.push(topic)
      }),
    )
    // In whatever order a change comes to know of the two.
    await server.database.inTenant(tenantId, async (trx) => {
      notifyDelivery(trx, tenantId, { variations: true })
      noteChangedItems(trx, tenantId)
    })
    for (const stop of stops) stop()
    expect(told).toEqual([itemsChanged, deliveryChanged])
  })

  it('delivers what is live after it each time, and keeps what the change does not touch', async () => {
    console.info(`${walkLength} random changes from seed ${seed}`)
    const random = walker()
    const items: Made[] = []
    for (let at = 0; at < 6; at++) items.push(await make(`item ${at}`, { title: `item ${at}`, stock: at }))
    const { contentItemId } = await content.create('a note', 'note')
    const [english] = await content.list(contentItemId)
    const all = questions(items)
    const item = () => items[random(items.length)] ?? items[0]
    const isDeleted = new Set<string>()
    let published = 0
    /** Refused where a link points to what is deleted. */
    const publish = async (contentVariationId: string) => {
      const { status } = await server.call(contract.contentVariation.publish, {
        params: { contentVariationId },
        query: {},
      })
      published += status === 200 ? 1 : 0
    }
    const steps: ((made: Made) => Promise<unknown>)[] = [
      ...Array.from({ length: 6 }, (_, at) => async (it: Made) => {
        const values = [
          { title: `title ${random(1_000)}` },
          { title: `title ${random(1_000)}` },
          { colour: ['red', 'blue', 'green'][random(3)] },
          { stock: random(5) },
          {
            related: [items.find(({ contentItemId }) => !isDeleted.has(contentItemId) && random(3) === 0)].flatMap(
              (to) => to?.contentItemId ?? [],
            ),
          },
          { colour: 'red', stock: 3 },
        ][at]
        await content.update(random(4) === 0 ? it.de : it.en, values ?? {})
        await publish(it.en)
        if (random(3) === 0) await publish(it.de)
      }),
      async (it) => {
        // Refused where nothing is live.
        await server.call(contract.contentVariation.unpublish, { params: { contentVariationId: it.en }, query: {} })
      },
      async (it) => {
        await content.update(it.en, {}, { deliveryTargets: [['web'], ['print'], []][random(3)] ?? [] })
        await publish(it.en)
      },
      async (it) => {
        await server.ok(contract.contentItem.renameItem, {
          query: { contentItemId: it.contentItemId, name: `name ${random(100)}` },
        })
        await publish(it.en)
      },
      async (it) => {
        const params = { contentItemId: it.contentItemId }
        await server.ok(contract.contentItem.deleteItem, { params, query: { allowBrokenLinks: true } })
        isDeleted.add(it.contentItemId)
      },
      async () => {
        await content.update(english?.contentVariationId ?? '', { title: `note ${random(100)}` })
        await content.step('publish', english?.contentVariationId ?? '')
      },
    ]
    const rare = [
      () =>
        server.ok(contract.tenants.createVariation, {
          body: { friendlyName: 'Dansk', languageCode: 'da-DK', fallbackVariationId: null },
        }),
      () => {
        const more = { technicalName: 'more', friendlyName: names, type: 'text' as const }
        return server.ok(contract.contentModel.seedContentTypes, {
          body: { contentTypes: [{ ...product, fields: [...product.fields, more] }] },
        })
      },
    ]
    // Longer where few steps of the seed publish anything.
    for (let step = 0; step < walkLength || published <= walkLength / 4; step++) {
      proxy.hold()
      const it = item()
      if (step % 10 === 5) await rare[(step - 5) / 10]?.()
      else if (it !== undefined && isDeleted.delete(it.contentItemId))
        await server.ok(contract.contentItem.restoreItem, { params: { contentItemId: it.contentItemId } })
      else if (it !== undefined) await steps[random(steps.length)]?.(it)
      for (const question of all)
        expect([step, question.name, await ask(question)]).toEqual([
          step,
          question.name,
          (await question.answer(control)).json,
        ])
      proxy.heal()
    }
    expect(published).toBeGreaterThan(walkLength / 4)
    expect(made.count).toBeLessThan((asked * 3) / 4)
  })
})
