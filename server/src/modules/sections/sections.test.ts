import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contract } from '@pim/contract'
import { shellContract, slotVersions } from '@pim/contract/core/contract-versions.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@rstest/core'
import { personWith, startOwnServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts'
import { manifestUrlOf } from '../../platform/releases/index.ts'
import { createDeployments, type Deployments } from './index.ts'

const calls = contract.sections
const { getAllTenants } = contract.tenants
const { getClientConfiguration } = contract.clientConfiguration

const operator: TestPerson = { userId: 'operator', tenants: [], roles: ['admin'] }
const params = { section: 'media' }
const releaseId = (digit: string): string => digit.repeat(64)
const [first, second, third] = [releaseId('1'), releaseId('2'), releaseId('3')]

let server: TestServer
let builds: string
let deployments: Deployments

beforeAll(async () => {
  // A server of its own: releases are those of all tenants, and one of them is that of the build here.
  builds = await mkdtemp(join(tmpdir(), 'pim-sections-'))
  await mkdir(join(builds, 'remote-media/dist'), { recursive: true })
  await writeFile(join(builds, 'remote-media/dist/remote.json'), JSON.stringify({ name: 'media' }))
  server = await startOwnServer({ builds })
  deployments = createDeployments({ ...server.dependencies, elsewhere: {} })
})
afterAll(async () => {
  await server.close()
  await rm(builds, { recursive: true })
})
beforeEach(async () => {
  await server.database.asSystem(async (system) => {
    await system.deleteFrom('section_deployment').execute()
    await system.deleteFrom('section_release').execute()
    await system.deleteFrom('section_canary_person').execute()
  })
  server.dependencies.releases.forget()
})

const deploy = (release: string, canary?: { percent: number } | { tenants: string[] }, range = `^${shellContract}`) =>
  deployments.deploy(
    { section: 'media', release, description: { name: 'media', shellContract: range }, strings: {} },
    { by: 'root' },
    canary,
  )
const ofMedia = async () => {
  const found = (await server.ok(calls.getSections, { as: operator })).find(({ section }) => section === 'media')
  if (found === undefined) throw new Error('media is not listed')
  return found
}
const everybodyGets = async () => (await server.ok(getClientConfiguration, {})).remotes.media?.release
const getsOwn = async (as: TestPerson) => (await server.ok(getAllTenants, { as }))[0]?.remotes?.media

describe('releases of a section', () => {
  it('are live at once, rolled back one by one to the build of the server, and promoted again, with who did it', async () => {
    await deploy(first)
    await deploy(second)
    expect((await server.ok(getClientConfiguration, {})).remotes.media).toMatchObject({
      release: second,
      manifestUrl: `/remotes/media/${second}/mf-manifest.json`,
    })
    const back = await server.ok(calls.rollBackSection, { as: operator, params })
    expect(back.live).toMatchObject({ release: first, by: 'operator' })
    expect(await everybodyGets()).toBe(first)
    expect((await server.ok(calls.rollBackSection, { as: operator, params })).live).toBeUndefined()
    expect(await everybodyGets()).toBeUndefined()
    await server.refused(calls.rollBackSection, 'NOTHING_BEFORE', { as: operator, params })
    await server.ok(calls.promoteRelease, { as: operator, params, body: { release: second } })
    expect(await everybodyGets()).toBe(second)
    expect((await ofMedia()).changes.slice(0, 4).map(({ action, by, release }) => [action, by, release])).toEqual([
      ['promote', 'operator', second],
      ['rollBack', 'operator', undefined],
      ['rollBack', 'operator', first],
      ['promote', 'root', second],
    ])
    await server.refused(calls.promoteRelease, 'NOT_FOUND', { as: operator, params, body: { release: third } })
  })

  it('that need another version of the shell are refused with the reason', async () => {
    await expect(deploy(first, undefined, '^99.0.0')).rejects.toMatchObject({
      code: 'RELEASE_INCOMPATIBLE',
      message: `It needs ^99.0.0 of the shell's contract, and this server has ${shellContract}.`,
    })
    expect(await everybodyGets()).toBeUndefined()
  })

  it('go to some people or tenants as a canary, and each person keeps what they got', async () => {
    await deploy(first)
    await deploy(second, { percent: 50 })
    expect(await everybodyGets()).toBe(first)
    // platform/releases/choose-release.test.ts says how many a share is.
    const people = Array.from({ length: 12 }, (_, index) => ({ ...personWith('viewer'), userId: `person-${index}` }))
    const got = await Promise.all(people.map(async (as) => (await getsOwn(as))?.release))
    expect(new Set(got)).toEqual(new Set([second, undefined]))
    expect(await Promise.all(people.map(async (as) => (await getsOwn(as))?.release))).toEqual(got)

    const body = { release: second, tenants: ['nordic'] }
    await server.ok(calls.setCanary, { as: operator, params, body })
    expect(await getsOwn(personWith('viewer', 'nordic'))).toMatchObject({
      release: second,
      isCanary: true,
      manifestUrl: manifestUrlOf('media', second),
      shellContract: `^${shellContract}`,
    })
    expect(await getsOwn(personWith('viewer'))).toBeUndefined()
    await server.ok(calls.endCanary, { as: operator, params })
    expect(await getsOwn(personWith('viewer', 'nordic'))).toBeUndefined()
  })

  it('that everybody has are no canary, and going back while a canary runs ends the canary alone', async () => {
    await deployments.comeWithServer({ section: 'media', release: third, description: { name: 'media' }, strings: {} })
    const everybodyHas = async (release: string) => {
      expect(await everybodyGets()).toBe(release)
      await expect(deploy(release, { percent: 10 })).rejects.toMatchObject({ code: 'RELEASE_IS_LIVE' })
      const body = { release, percent: 10 }
      await server.refused(calls.setCanary, 'RELEASE_IS_LIVE', { as: operator, params, body })
      expect((await ofMedia()).canary).toBeUndefined()
    }
    await everybodyHas(third)
    await deploy(first)
    await everybodyHas(first)
    await deploy(second, { tenants: ['acme'] })
    expect(await getsOwn(personWith('viewer'))).toMatchObject({ release: second })
    const back = await server.ok(calls.rollBackSection, { as: operator, params })
    expect(back).toMatchObject({ live: { release: first }, serverRelease: third })
    expect(back.canary).toBeUndefined()
    expect(back.changes[0]).toMatchObject({ action: 'endCanary', by: 'operator', release: second })
    await everybodyHas(first)
    expect(await getsOwn(personWith('viewer'))).toBeUndefined()
    expect((await server.ok(calls.rollBackSection, { as: operator, params })).live).toBeUndefined()
    await everybodyHas(third)
  })

  it('are kept by a tenant that is pinned, with an entry in its audit, until the release is swept or unpinned', async () => {
    await deploy(first)
    await deploy(second)
    const pinned = await server.ok(calls.pinSection, { params, body: { release: first } })
    expect(pinned).toMatchObject({ liveRelease: second, pinnedRelease: first })
    expect(await getsOwn(personWith('viewer'))).toMatchObject({ release: first })
    expect(await getsOwn(personWith('viewer', 'nordic'))).toBeUndefined()
    expect((await ofMedia()).pins).toEqual([{ tenant: 'acme', release: first }])
    const { items } = await server.ok(contract.audit.getAuditEntries, { query: { entityKind: 'tenant' } })
    expect(items[0]).toMatchObject({ action: 'section.pin', userId: 'acme-admin', details: { release: first } })
    await server.refused(calls.pinSection, 'NOT_FOUND', { params, body: { release: third } })
    await server.refused(calls.pinSection, 'FORBIDDEN', { as: 'editor', params, body: { release: second } })

    // Six more: the pinned one stays, and three beside the live one.
    for (const digit of '345678') await deploy(releaseId(digit))
    expect(await deployments.sweep('media')).toEqual([releaseId('4'), third, second])
    const kept = (await ofMedia()).releases.map(({ release }) => release[0])
    expect(kept.toSorted()).toEqual(['1', '5', '6', '7', '8'])
    await server.ok(calls.unpinSection, { params })
    expect(await getsOwn(personWith('viewer'))).toBeUndefined()
    expect(await deployments.sweep('media')).toEqual([first])
    await server.refused(calls.unpinSection, 'NOT_FOUND', { params })
  })
})

describe('what a section adds to slots', () => {
  const panel = { titleKey: 'media.panel', version: `^${slotVersions['item.panel']}` }
  const fills = {
    'item.panel': { open: panel, later: { titleKey: 'media.later', version: '^99.0.0' } },
    'item.roof': { open: { titleKey: 'media.roof', version: '^1.0.0' } },
  }
  /** Cached apart, because a release never changes. */
  const filling = releaseId('a')
  const described = { name: 'media', shellContract: `^${shellContract}` }
  const fill = (slot: string, name: string) => ({ section: 'media', slot, fill: name })
  const fillsOfTenant = async () =>
    (await server.ok(calls.getTenantSections, {})).find(({ section }) => section === 'media')?.fills
  const offIn = async (tenant: string) =>
    (await server.ok(getAllTenants, { as: personWith('viewer', tenant) }))[0]?.fillsOff

  it('is told to administrators with what does not fit, and is switched off for their tenant alone', async () => {
    await deployments.deploy(
      { section: 'media', release: filling, description: { ...described, fills }, strings: {} },
      { by: 'root' },
    )
    expect((await server.ok(getClientConfiguration, {})).remotes.media?.fills).toEqual(fills)
    const has = slotVersions['item.panel']
    expect(await fillsOfTenant()).toEqual([
      { slot: 'item.panel', name: 'later', titleKey: 'media.later', misfit: { needs: '^99.0.0', has } },
      { slot: 'item.panel', name: 'open', titleKey: 'media.panel' },
      { slot: 'item.roof', name: 'open', titleKey: 'media.roof', misfit: { needs: '^1.0.0' } },
    ])
    const off = { params: fill('item.panel', 'open'), body: { isOff: true } }
    await server.refused(calls.switchFill, 'FORBIDDEN', { as: 'publisher', ...off })
    await server.refused(calls.switchFill, 'NOT_FOUND', { ...off, params: fill('item.panel', 'unknown') })
    const switched = await server.ok(calls.switchFill, off)
    expect(switched.fills?.[1]).toEqual({ slot: 'item.panel', name: 'open', titleKey: 'media.panel', isOff: true })
    await server.ok(calls.switchFill, off)
    expect(await offIn('acme')).toEqual(['media/item.panel/open'])
    expect(await offIn('nordic')).toBeUndefined()
    const { items } = await server.ok(contract.audit.getAuditEntries, { query: { entityKind: 'tenant' } })
    expect(items.filter(({ action }) => action.startsWith('section.switchFill'))).toMatchObject([
      { action: 'section.switchFillOff', userId: 'acme-admin', details: { slot: 'item.panel', fill: 'open' } },
    ])
  })

  it('may be a slot of another section, in its version; what that takes away is told', async () => {
    const slot = (version: string) => ({ 'orders.panel': { titleKey: 'orders.place', version } })
    const ofOrders = (release: string, slots: object) =>
      deployments.deploy(
        {
          section: 'orders',
          release,
          description: { ...described, name: 'orders', slots: JSON.parse(JSON.stringify(slots)) },
          strings: {},
        },
        { by: 'root' },
      )
    const wanted = { 'orders.panel': { stock: { titleKey: 'media.stock', version: '^1.0.0' } } }
    await deployments.deploy(
      { section: 'media', release: releaseId('b'), description: { ...described, fills: wanted }, strings: {} },
      { by: 'root' },
    )
    const told = { slot: 'orders.panel', name: 'stock', titleKey: 'media.stock' }
    expect(await fillsOfTenant()).toEqual([{ ...told, misfit: { needs: '^1.0.0' } }])
    await ofOrders(releaseId('c'), slot('1.1.0'))
    expect((await server.ok(getClientConfiguration, {})).remotes.orders?.slots).toEqual(slot('1.1.0'))
    expect(await fillsOfTenant()).toEqual([{ ...told, slotTitleKey: 'orders.place' }])
    await ofOrders(releaseId('d'), slot('2.0.0'))
    expect(await fillsOfTenant()).toEqual([
      { ...told, slotTitleKey: 'orders.place', misfit: { needs: '^1.0.0', has: '2.0.0' } },
    ])
    for (const name of ['media.panel', 'item.panel'])
      await expect(ofOrders(releaseId('e'), { [name]: slot('1.0.0')['orders.panel'] })).rejects.toMatchObject({
        code: 'BUILD_INVALID',
        message: expect.stringContaining(name),
      })
  })

  it('stays switched off while a release lacks it, and can be switched on again meanwhile', async () => {
    await deployments.deploy(
      { section: 'media', release: filling, description: { ...described, fills }, strings: {} },
      { by: 'root' },
    )
    const on = { params: fill('item.panel', 'open'), body: { isOff: false } }
    await server.ok(calls.switchFill, { ...on, body: { isOff: true } })
    await deploy(second)
    expect(await fillsOfTenant()).toBeUndefined()
    expect(await offIn('acme')).toEqual(['media/item.panel/open'])
    await server.ok(calls.switchFill, on)
    expect(await offIn('acme')).toBeUndefined()
    await server.refused(calls.switchFill, 'NOT_FOUND', on)
  })

  it('is that of the release that the tenant is pinned to', async () => {
    await deployments.deploy(
      { section: 'media', release: filling, description: { ...described, fills }, strings: {} },
      { by: 'root' },
    )
    await server.ok(calls.pinSection, { params, body: { release: filling } })
    await deploy(second)
    expect(await fillsOfTenant()).toHaveLength(3)
    await server.ok(calls.unpinSection, { params })
    expect(await fillsOfTenant()).toBeUndefined()
  })
})

describe('failures of a section', () => {
  const failure = { section: 'media', release: second, reason: 'broken', cause: 'x is not a function' } as const
  const fromNordic = (name: string): TestPerson => ({ ...personWith('viewer', 'nordic'), userId: name })

  /** People of nordic, who have the canary once their page has asked what they get. */
  const withCanary = async (...names: string[]) => {
    const people = names.map(fromNordic)
    for (const as of people) expect((await getsOwn(as))?.release).toBe(second)
    return people
  }
  const report = (as: TestPerson, more: object = {}) =>
    server.ok(calls.reportSectionFailure, { as, body: { ...failure, ...more } })
  const canaryOfMedia = async () => (await ofMedia()).canary

  it('of three people who have a canary take it back, and the list says why', async () => {
    await deploy(first)
    await deploy(second, { tenants: ['nordic'] })
    const [ann, bob, cid] = (await withCanary('ann', 'bob', 'cid', 'dan')) as [TestPerson, TestPerson, TestPerson]
    for (const who of [ann, bob]) await report(who)
    // It came late, which the network does.
    await report(cid, { reason: 'timeout' })
    expect(await canaryOfMedia()).toMatchObject({ release: second, peopleCount: 4, failedPeopleCount: 2 })
    await report(cid)
    const { canary, changes, releases, live } = await ofMedia()
    expect({ canary, live: live?.release }).toEqual({ canary: undefined, live: first })
    expect(changes[0]).toMatchObject({ action: 'takeBack', by: 'server', release: second })
    const reason = 'It failed for 3 of 4 people in 10 minutes; the last: broken, x is not a function'
    expect(releases[0]).toMatchObject({ release: second, failureCount: 3, takenBack: { reason } })
    expect(await getsOwn(ann)).toBeUndefined()
    const metrics = await server.dependencies.metrics.text()
    expect(metrics).toContain('pim_section_failures_total{section="media",reason="broken"} 3')
    expect(metrics).toContain('pim_canary_failed_people_total{section="media"} 3')
  })

  it('of one person are those of one, however often they are told', async () => {
    await deploy(second, { tenants: ['nordic'] })
    const [loud] = (await withCanary('a-loud-one')) as [TestPerson]
    for (let time = 0; time < 100; time++)
      await server.call(calls.reportSectionFailure, { as: loud, body: { ...failure, cause: `made up ${time}` } })
    expect(await canaryOfMedia()).toMatchObject({ peopleCount: 1, failedPeopleCount: 1 })
    expect((await ofMedia()).releases[0]).toMatchObject({ failureCount: 1 })
  })

  it('do not count of people who do not have the canary, nor of releases that are none', async () => {
    await deploy(first)
    await deploy(second, { tenants: ['nordic'] })
    await withCanary('eve')
    for (let number = 0; number < 5; number++) {
      await report({ ...personWith('viewer'), userId: `stranger-${number}` })
      // In the tenant, but their page never got it.
      await report(fromNordic(`script-${number}`))
      await report(fromNordic('eve'), { release: releaseId('f') })
      await report(fromNordic('eve'), { release: first })
      await report(fromNordic('eve'), { section: 'content' })
    }
    expect(await canaryOfMedia()).toMatchObject({ release: second, peopleCount: 1, failedPeopleCount: 0 })
    expect(await everybodyGets()).toBe(first)
  })

  it('of fewer than one in twenty of its people are left to those who run the installation', async () => {
    await deploy(second, { tenants: ['nordic'] })
    const people = await withCanary(...Array.from({ length: 80 }, (_, number) => `person-${number}`))
    for (const who of people.slice(0, 3)) await report(who)
    expect(await canaryOfMedia()).toMatchObject({ release: second, peopleCount: 80, failedPeopleCount: 3 })
    await report(people[3] as TestPerson)
    expect(await canaryOfMedia()).toBeUndefined()
  })

  it('are refused from a person who reports too many, and are no new series for a made-up name', async () => {
    const body = { section: 'made-up', reason: 'broken', cause: '' } as const
    const as = fromNordic('loud')
    const statuses = await Promise.all(
      Array.from({ length: 25 }, async () => (await server.call(calls.reportSectionFailure, { as, body })).status),
    )
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(4)
    await server.ok(calls.reportSectionFailure, { as: fromNordic('quiet'), body })
    expect(await server.dependencies.metrics.text()).not.toContain('made-up')
    const tooLong = { ...body, cause: 'x'.repeat(501) }
    await server.refused(calls.reportSectionFailure, 'INVALID_REQUEST', { as: fromNordic('quiet'), body: tooLong })
  })
})
