import { contract, type SavedChoiceKind } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'

const { getSavedChoices, createSavedChoice, changeSavedChoice, deleteSavedChoice } = contract.savedChoices
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const person = (userId: string, role: string, tenants = ['acme']) => ({ userId, tenants, roles: [role] })
const ada = person('ada', 'editor')
const bo = person('bo', 'editor')
const cy = person('cy', 'viewer')
const boss = person('boss', 'admin')
type Person = ReturnType<typeof person>

let count = 0
const fresh = () => `View ${++count}`
const view = (name: string, more: { isShared?: boolean; address?: string } = {}) => {
  const { isShared = false, address = 'status=draft' } = more
  return { kind: 'contentView' as const, name, isShared, content: { address } }
}
const make = (as: Person, body = view(fresh())) => server.ok(createSavedChoice, { as, body })
const namesFor = async (as: Person, kind?: SavedChoiceKind) =>
  (await server.ok(getSavedChoices, { as, query: kind ? { kind } : {} })).map(({ name }) => name)

describe('a choice of one person', () => {
  it('is seen by that person alone: others, administrators among them, are told that there is none', async () => {
    const { savedChoiceId, name } = await make(ada)
    expect(await namesFor(ada)).toContain(name)
    const params = { savedChoiceId }
    for (const as of [bo, boss]) {
      expect(await namesFor(as)).not.toContain(name)
      await server.refused(changeSavedChoice, 'NOT_FOUND', { as, params, body: view(name) })
      await server.refused(deleteSavedChoice, 'NOT_FOUND', { as, params })
    }
  })

  it('is saved by viewers too, who share nothing', async () => {
    const { savedChoiceId, name } = await make(cy)
    await server.refused(createSavedChoice, 'FORBIDDEN', { as: cy, body: view(fresh(), { isShared: true }) })
    const params = { savedChoiceId }
    await server.refused(changeSavedChoice, 'FORBIDDEN', { as: cy, params, body: view(name, { isShared: true }) })
    await server.ok(deleteSavedChoice, { as: cy, params })
    expect(await namesFor(cy)).not.toContain(name)
  })
})

describe('a shared choice', () => {
  it('is seen by everybody in the tenant and by nobody in another one', async () => {
    const { name } = await make(ada, view(fresh(), { isShared: true }))
    for (const as of [bo, cy, boss]) expect(await namesFor(as)).toContain(name)
    const elsewhere = await server.ok(getSavedChoices, {
      as: person('ada', 'admin', ['nordic']),
      tenant: 'nordic',
      query: {},
    })
    expect(elsewhere.map((each) => each.name)).not.toContain(name)
  })

  it('is changed by its owner, who is an editor, and by administrators, and by nobody else', async () => {
    const made = await make(ada, view(fresh(), { isShared: true }))
    const params = { savedChoiceId: made.savedChoiceId }
    const body = view(made.name, { isShared: true, address: 'q=lamp' })
    await server.refused(changeSavedChoice, 'FORBIDDEN', { as: bo, params, body })
    await server.refused(deleteSavedChoice, 'FORBIDDEN', { as: bo, params })
    await server.refused(changeSavedChoice, 'FORBIDDEN', { as: person('ada', 'viewer'), params, body })
    const byOwner = await server.ok(changeSavedChoice, { as: ada, params, body, ifMatch: made.version })
    expect(byOwner).toMatchObject({ content: { address: 'q=lamp' }, version: 2, changedBy: 'ada', mayChange: true })
    const byBoss = await server.ok(changeSavedChoice, { as: boss, params, body })
    expect(byBoss).toMatchObject({ ownerId: 'ada', changedBy: 'boss', version: 3 })
    const seen = await server.ok(getSavedChoices, { as: bo, query: {} })
    expect(seen.find((each) => each.name === made.name)?.mayChange).toBe(false)
  })

  it('that its owner takes back is theirs alone again', async () => {
    const { savedChoiceId, name } = await make(ada, view(fresh(), { isShared: true }))
    await server.ok(changeSavedChoice, { as: ada, params: { savedChoiceId }, body: view(name) })
    expect(await namesFor(bo)).not.toContain(name)
    expect(await namesFor(ada)).toContain(name)
  })
})

describe('a name', () => {
  it('is there once among those of a kind that are shared, in capitals or not, and once among those of one person', async () => {
    const name = fresh()
    await make(ada, view(name))
    await server.refused(createSavedChoice, 'NAME_CONFLICT', { as: ada, body: view(name.toUpperCase()) })
    await make(bo, view(name))
    await make(bo, view(name, { isShared: true }))
    await server.refused(createSavedChoice, 'NAME_CONFLICT', { as: ada, body: view(name, { isShared: true }) })
    await make(ada, { ...view(name), kind: 'mediaView' as never })
  })

  it('is taken by one of two who share under it at once', async () => {
    const body = view(fresh(), { isShared: true })
    const answers = await Promise.all([ada, bo, boss].map((as) => server.call(createSavedChoice, { as, body })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  })
})

describe('what is saved', () => {
  it('of an import is all that the import of a new file needs, with what is left out filled in', async () => {
    const content = {
      technicalContentTypeName: 'product',
      keyField: 'sku',
      columns: [{ column: 'SKU', target: { kind: 'field' as const, technicalFieldName: 'sku' } }],
    }
    const body = { kind: 'importProfile' as const, name: 'Supplier', isShared: true, content }
    const made = await server.ok(createSavedChoice, { as: ada, body })
    expect(made.content).toEqual({
      ...content,
      mode: 'upsert',
      emptyCells: 'leave',
      numbers: 'point',
      dates: 'iso',
      publishes: false,
    })
    expect(await namesFor(bo, 'importProfile')).toEqual(['Supplier'])
  })

  it('is refused where its kind does not have it, and stays of its kind', async () => {
    const body = { kind: 'exportProfile' as const, name: fresh(), content: { address: 'q=x' } }
    const { problem } = await server.call(createSavedChoice, { as: ada, body: body as never })
    expect(problem).toMatchObject({ code: 'INVALID_REQUEST' })
    const { savedChoiceId, name } = await make(ada)
    const other = { kind: 'mediaView' as const, name, content: { address: '' } }
    const changed = await server.call(changeSavedChoice, { as: ada, params: { savedChoiceId }, body: other })
    expect(changed.problem?.fieldErrors).toMatchObject([{ technicalFieldName: 'body.kind' }])
  })

  it('is bounded in size, and in how many a person has', async () => {
    const column = (at: number) => ({ column: `${at} ${'x'.repeat(190)}`, target: { kind: 'ignored' as const } })
    const columns = Array.from({ length: 2_000 }, (_, at) => column(at))
    const content = { technicalContentTypeName: 'product', columns }
    const large = { kind: 'importProfile' as const, name: fresh(), content }
    const refused = await server.call(createSavedChoice, { as: ada, body: large })
    expect(refused.problem?.fieldErrors).toMatchObject([{ technicalFieldName: 'body.content', code: 'TOO_LARGE' }])
    const di = person('di', 'editor')
    await server.rows.look(
      `insert into saved_choice (tenant_id, saved_choice_id, kind, name, owner_id, is_shared, content, byte_size, changed_by)
       select '${server.acme.tenantId}', gen_random_uuid(), 'contentView', 'N ' || n, 'di', false, '{"address": ""}', 15, 'di'
       from generate_series(1, 300) n`,
    )
    const { problem } = await server.call(createSavedChoice, { as: di, body: view(fresh()) })
    expect(problem?.fieldErrors).toMatchObject([{ technicalFieldName: 'body', code: 'TOO_MANY' }])
  })

  it('of a person who is erased goes, and what they shared stays', async () => {
    const eve = { ...person('eve', 'editor'), firstName: 'Eve', lastName: 'X', email: 'eve@example.com' }
    await server.ok(contract.userProfile.syncMyProfile, { as: eve })
    const own = await make(eve)
    const shared = await make(eve, view(fresh(), { isShared: true }))
    const report = await server.ok(contract.userProfile.erasePerson, {
      as: { userId: 'operator', tenants: ['acme'], roles: ['admin'] },
      query: { userId: 'eve' },
    })
    expect(report.removed).toMatchObject({ profiles: 1, savedChoices: 1 })
    const left = await namesFor(eve)
    expect([left.includes(own.name), left.includes(shared.name)]).toEqual([false, true])
  })
})
