import { contract, type VersionSummary } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { articleType, ContentCalls, type Made, putType, updateOf } from '../../../testing/content-calls.ts'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'
import { outcomeOf } from './domain/lifecycle.ts'

/** Thirty-two clients at once on one thing: what comes out has to be what they could have done one after the other. */
const clients = 32
/** Where only one can win, a hundred. */
const crowd = 100

let server: TestServer
let content: ContentCalls
beforeAll(async () => {
  server = await startTestServer()
  content = new ContentCalls(server, server.acme)
  await putType(server, server.acme, articleType)
})
afterAll(() => server.close())

const { updateVariation, getVersions } = contract.contentVariation
const atOnce = <T>(work: (client: number) => Promise<T>, count = clients): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, client) => work(client)))

/** Whoever is told that there is no room comes back, as any client may: it was told that nothing was done. */
async function untilServed<T extends { readonly problem: { code: string } | undefined }>(call: () => Promise<T>) {
  let answer = await call()
  while (answer.problem?.code === 'UNAVAILABLE') answer = await call()
  return answer
}

async function historyOf(contentVariationId: string): Promise<VersionSummary[]> {
  const { items } = await server.ok(getVersions, { params: { contentVariationId }, query: { pageSize: 200 } })
  return items.toReversed()
}

const codeOf = ({ status, problem }: { status: number; problem: { code: string } | undefined }) =>
  problem?.code ?? status

/** A time is sent without the zeros at its end; with them, times sort as texts. */
function withAllDigits(at: string): string {
  const [seconds, fraction = ''] = at.replace('Z', '').split('.')
  return `${seconds}.${fraction.padEnd(6, '0')}Z`
}

describe('thirty-two clients at once', () => {
  it('who edit the same field of the same version: one wins, and all others are told', async () => {
    const { en } = await content.make({ title: 'base' })
    const seen = (await content.get(en)).version
    const answers = await atOnce((client) =>
      server.call(updateVariation, { body: updateOf(en, { title: `client ${client}` }, { baseVersion: seen }) }),
    )
    const codes = answers.map(codeOf)
    expect(codes.filter((code) => code === 200)).toHaveLength(1)
    expect(codes.filter((code) => code === 'VERSION_CONFLICT')).toHaveLength(clients - 1)
    const after = await content.get(en)
    expect(after.version).toBe(seen + 1)
    for (const { problem } of answers) {
      if (problem) expect(problem.conflicts).toMatchObject([{ base: 'base', theirs: after.fields.title?.value }])
    }
  })

  it('who edit different fields of the same version: nothing of anybody is lost', async () => {
    const { en } = await content.make({ title: 'base' })
    const seen = (await content.get(en)).version
    const fields = ['title', 'summary', 'tone', 'sku', 'code', 'slug']
    await Promise.all(fields.map((name) => content.update(en, { [name]: `lost? ${name}` }, { baseVersion: seen })))
    const after = await content.get(en)
    expect(fields.map((name) => after.fields[name]?.value)).toEqual(fields.map((name) => `lost? ${name}`))
    expect(after.version).toBe(seen + fields.length)
  })

  it('who write a value that all variations share, each through another: every rise is in every history', async () => {
    const made = await content.make()
    const places = (['en', 'sv', 'de', 'at'] as const).map((place) => made[place])
    await atOnce((client) => content.update(places[client % 4] ?? '', { weight: client }))
    const histories = await Promise.all(places.map(historyOf))
    for (const history of histories) {
      expect(history.map(({ version }) => version)).toEqual(Array.from({ length: clients + 1 }, (_, at) => at + 1))
      // Times never run backwards, whoever had to wait for whom.
      const times = history.map(({ at }) => withAllDigits(at))
      expect(times).toEqual(times.toSorted())
    }
    const shown = await Promise.all(places.map(async (place) => (await content.get(place)).fields.weight?.value))
    expect(new Set(shown).size).toBe(1)
  })

  it('who rename an item: the name is that of the last one in its history', async () => {
    const { contentItemId, en } = await content.make()
    await atOnce((client) =>
      server.ok(contract.contentItem.renameItem, { query: { contentItemId, name: `Name ${client}` } }),
    )
    const item = await server.ok(contract.contentItem.getItem, { params: { contentItemId }, query: {} })
    const compared = await server.ok(contract.contentVariation.compareVersions, {
      params: { contentVariationId: en },
      query: { from: 1, to: clients + 1 },
    })
    expect(compared.changes).toEqual([{ technicalFieldName: '$name', before: 'An article', after: item.name }])
  })

  it('who take steps of the lifecycle: the history is a path that the table allows, with one snapshot at most', async () => {
    const { en } = await content.make({ title: 'T' })
    const steps = ['publish', 'unpublish', 'draft', 'archive', 'publish', 'discard'] as const
    const answers = await atOnce(
      (client) =>
        untilServed(() =>
          server.call(contract.contentVariation[steps[client % steps.length] ?? 'publish'], {
            params: { contentVariationId: en },
            query: {},
          }),
        ),
      crowd,
    )
    for (const answer of answers) expect([200, 'INVALID_TRANSITION']).toContain(codeOf(answer))
    let standing = { status: 'draft', isLive: false } as Parameters<typeof outcomeOf>[0]
    for (const { action, status } of (await historyOf(en)).slice(2)) {
      if (action === 'discard') expect(standing).toEqual({ status: 'draft', isLive: true })
      else expect(outcomeOf(standing, action as 'publish')).toBe(status)
      standing = { status, isLive: status === 'published' || (status === 'draft' && standing.isLive) }
    }
    const snapshots = await server.database.inTenant(server.acme.tenantId, (trx) =>
      trx
        .selectFrom('content_variation')
        .select('published_version')
        .where('content_variation_id', '=', en)
        .where('is_live', '=', true)
        .execute(),
    )
    expect(snapshots).toHaveLength(standing.isLive ? 1 : 0)
    expect(await content.get(en)).toMatchObject({ status: standing.status })
  })

  it('who want the same unique value, each for another item: one has it', async () => {
    const items: Made[] = []
    while (items.length < crowd) items.push(...(await atOnce(() => content.make(), 10)))
    const answers = await Promise.all(
      items.map((item, at) =>
        untilServed(() =>
          server.call(updateVariation, {
            body: updateOf(item.sv, { sku: at % 2 ? 'the-one' : 'THE-ONE', title: 'x' }),
          }),
        ),
      ),
    )
    const codes = answers.map(codeOf)
    expect(codes.filter((code) => code === 200)).toHaveLength(1)
    expect(codes.filter((code) => code === 'UNIQUENESS_CONFLICT')).toHaveLength(crowd - 1)
    const shown = []
    for (const item of items) shown.push((await content.get(item.sv)).fields)
    expect(shown.filter((fields) => fields.sku?.value !== null)).toHaveLength(1)
    expect(shown.filter((fields) => fields.title?.value !== null)).toHaveLength(1)
  })

  it('who pass a unique value on and on: it is always somebody’s, and never two people’s', async () => {
    const items: Made[] = await Promise.all(['a', 'b', 'c', 'd'].map((sku) => content.make({ sku: `pass-${sku}` })))
    await atOnce((client) => {
      const item = items[client % items.length]
      return server.call(updateVariation, {
        body: updateOf(item?.en ?? '', { sku: `pass-${'abcd'[(client * 7 + 1) % 4]}` }),
      })
    })
    const held = await Promise.all(items.map(async (item) => (await content.get(item.en)).fields.sku?.value))
    expect(new Set(held).size).toBe(items.length)
    const claims = await server.database.inTenant(server.acme.tenantId, (trx) =>
      trx.selectFrom('unique_claim').select('value_key').where('value_key', 'like', 'pass-%').execute(),
    )
    expect(claims.map((claim) => claim.value_key).toSorted()).toEqual(held.map(String).toSorted())
  })

  it('who delete, restore and edit one item: no call fails in a way that it should not', async () => {
    const { contentItemId, en } = await content.make({ title: 'T', sku: 'raced' })
    const params = { contentItemId }
    const answers = await atOnce(async (client) => {
      if (client % 3 === 0) return server.call(contract.contentItem.deleteItem, { params, query: {} })
      if (client % 3 === 1) return server.call(contract.contentItem.restoreItem, { params })
      return server.call(updateVariation, { body: updateOf(en, { summary: `s ${client}` }) })
    })
    for (const answer of answers) expect([200, 'NOT_FOUND']).toContain(codeOf(answer))
    await server.ok(contract.contentItem.restoreItem, { params })
    expect((await content.get(en)).fields.sku?.value).toBe('raced')
  })
})
