import { contract, type DeployRight } from '@pim/contract'
import { shellContract } from '@pim/contract/core/contract-versions.ts'
import type { Route } from '@pim/contract/core/route.ts'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { archiveOf, filesOfBuild } from '../../../testing/section-build.ts'
import { startOwnServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts'
import { findMisfitReleases } from './index.ts'

const { deployKeys, sections: calls } = contract
const { getClientConfiguration } = contract.clientConfiguration
const operator: TestPerson = { userId: 'operator', tenants: [], roles: ['admin'] }
const as = operator

let server: TestServer
beforeAll(async () => {
  // A server of its own: releases are those of all tenants.
  server = await startOwnServer()
})
afterAll(() => server.close())

const newKey = (section: string, rights: readonly DeployRight[], more: object = {}) =>
  server.ok(deployKeys.createDeployKey, {
    as,
    body: { section, name: `CI of ${section}`, rights: [...rights], ...more },
  })
const upload = async (section: string, files: Record<string, string>, who: object = { as }, isCheck = false) => ({
  params: { section },
  query: { isCheck },
  file: await archiveOf(files),
  fileName: `${section}.tar`,
  ...who,
})
const stored = async (section: string, script: string, more = {}) =>
  (await server.ok(calls.uploadRelease, await upload(section, filesOfBuild(section, script, more)))).release
const everybodyGets = async (section: string) => (await server.ok(getClientConfiguration, {})).remotes[section]?.release

describe('a build that is sent to the server', () => {
  it('is in the store with nobody who gets it, is given to everybody, and gone back from; a look at it keeps nothing', async () => {
    const files = filesOfBuild('orders', 'one')
    const looked = await server.ok(calls.uploadRelease, await upload('orders', files, { as }, true))
    expect(looked).toMatchObject({ fileCount: 4, languagesWithout: ['sv-SE', 'de-DE'] })
    await server.refused(calls.getSection, 'NOT_FOUND', { as, params: { section: 'orders' } })
    const one = await stored('orders', 'one')
    expect(one).toBe(looked.release)
    expect(await everybodyGets('orders')).toBeUndefined()
    const live = await server.ok(calls.promoteRelease, { as, params: { section: 'orders' }, body: { release: one } })
    expect(live).toMatchObject({ live: { release: one }, isFirst: true })
    expect(await everybodyGets('orders')).toBe(one)
    const kept = await server.dependencies.releaseStore.files('orders', one)
    expect(kept?.map(({ path }) => path)).toContain('assets/__federation_expose.1.js')
  })

  it.each<[string, (files: Record<string, string>) => Record<string, string>, string]>([
    ['of another section', () => filesOfBuild('media', 'x'), 'is a build of media, not of orders'],
    ['without a manifest', ({ 'mf-manifest.json': _, ...files }) => files, 'no mf-manifest.json'],
    [
      'with a name that leads out',
      (files) => ({ ...files, '../evil.js': 'x' }),
      '../evil.js in the archive is no name',
    ],
    ['with an absolute name', (files) => ({ ...files, '/etc/evil.js': 'x' }), 'is no name of a file'],
    [
      'of which a file was changed',
      (files) => ({ ...files, 'mf-manifest.json': JSON.stringify({ integrity: { 'assets/a.js': 'sha256-x' } }) }),
      'assets/a.js is missing',
    ],
    [
      'whose list is of other files',
      (files) => ({
        ...files,
        'release.json': JSON.stringify({ section: 'orders', release: '0'.repeat(64), origin: {} }),
      }),
      'they were changed on the way',
    ],
  ])('is refused %s', async (_what, change, words) => {
    const refused = await server.refused(
      calls.uploadRelease,
      'BUILD_INVALID',
      await upload('orders', change(filesOfBuild('orders', 'bad'))),
    )
    expect(refused.message).toContain(words)
  })

  it('is refused as a link, as no archive, and with more than a build has', async () => {
    const { pack } = await import('tar-stream')
    const { buffer } = await import('node:stream/consumers')
    const sent = async (fill: (archive: ReturnType<typeof pack>) => void) => {
      const archive = pack()
      fill(archive)
      archive.finalize()
      return new Blob([new Uint8Array(await buffer(archive))])
    }
    const request = { as, params: { section: 'orders' }, fileName: 'orders.tar' }
    const link = await sent((archive) => archive.entry({ name: 'a.js', type: 'symlink', linkname: '/etc/passwd' }))
    const linked = await server.refused(calls.uploadRelease, 'BUILD_INVALID', { ...request, file: link })
    expect(linked.message).toContain('a link')
    for (const times of [100, 200_000]) {
      const odd = new Blob(['no archive at all '.repeat(times)])
      await server.refused(calls.uploadRelease, 'BUILD_INVALID', { ...request, file: odd })
    }
    const huge = await sent((archive) => archive.entry({ name: 'huge.js' }, Buffer.alloc(65 * 2 ** 20)))
    const large = await server.refused(calls.uploadRelease, 'BUILD_INVALID', { ...request, file: huge })
    expect(large.message).toContain('more than 67108864 bytes')
  })
})

describe('before a release is live', () => {
  it('an address of another section, or of the product, is refused', async () => {
    const release = await stored('shelf', 'one', { remote: { screens: { '/shelves/:id': { titleKey: 't' } } } })
    await server.ok(calls.promoteRelease, { as, params: { section: 'shelf' }, body: { release } })
    const at = async (path: string) =>
      server.refused(
        calls.uploadRelease,
        'ADDRESS_TAKEN',
        await upload('rack', filesOfBuild('rack', 'x', { remote: { screens: { [path]: { titleKey: 't' } } } })),
      )
    expect((await at('/shelves/new')).message).toBe(
      '/shelves/new is an address of the section shelf, which has /shelves/:id.',
    )
    expect((await at('/api/rack')).message).toContain('/api/rack is an address of the product itself')
    // One that was free when it was sent, and is taken now.
    const rack = await stored('rack', 'one', { remote: { screens: { '/racks': { titleKey: 't' } } } })
    const taken = await stored('shelf', 'two', { remote: { screens: { '/racks': { titleKey: 't' } } } })
    await server.ok(calls.promoteRelease, { as, params: { section: 'shelf' }, body: { release: taken } })
    for (const [route, body] of [
      [calls.promoteRelease, { release: rack }],
      [calls.setCanary, { release: rack, percent: 5 }],
    ] as [Route, object][])
      await server.refused(route, 'ADDRESS_TAKEN', { as, params: { section: 'rack' }, body } as never)
  })

  it('texts that a language lacks are named', async () => {
    const strings = { 'en-US': { t: 'Orders', a_one: '1', a_other: '2' }, 'de-DE': { t: 'Aufträge' } }
    const refused = await server.refused(
      calls.uploadRelease,
      'STRINGS_MISSING',
      await upload('orders', filesOfBuild('orders', 'words', { strings })),
    )
    expect(refused.message).toBe('de-DE lacks a.')
    const option = { value: 'x', titleKey: 't.option' }
    const sorting = { scope: 'person', kind: 'choice', default: 'x', titleKey: 't', options: [option] }
    const withSetting = filesOfBuild('orders', 'words', { strings, remote: { settings: { sorting } } })
    const unsaid = await server.refused(calls.uploadRelease, 'STRINGS_MISSING', await upload('orders', withSetting))
    expect(unsaid.message).toBe('en-US lacks t.option; de-DE lacks a, t.option.')
    const unfit = { settings: { sorting: { ...sorting, default: 'y' } } }
    const refusedSetting = await server.call(
      calls.uploadRelease,
      await upload('orders', filesOfBuild('orders', 'words', { strings, remote: unfit })),
    )
    expect(refusedSetting.problem?.message).toContain('the default of sorting is none of x')
    const whole = { 'en-US': { t: 'Orders' }, 'ja-JP': { t: '注文' } }
    await stored('orders', 'words', { strings: whole })
  })

  it('a first release is gone back from only where one says that it takes the section away, and then no further', async () => {
    const params = { section: 'lonely' }
    const release = await stored('lonely', 'one')
    await server.ok(calls.promoteRelease, { as, params, body: { release } })
    await server.refused(calls.rollBackSection, 'TAKES_SECTION_AWAY', { as, params })
    expect(await everybodyGets('lonely')).toBe(release)
    await server.ok(calls.rollBackSection, { as, params, body: { takesSectionAway: true } })
    expect(await everybodyGets('lonely')).toBeUndefined()
    await server.refused(calls.rollBackSection, 'NOTHING_BEFORE', { as, params, body: { takesSectionAway: true } })
  })

  it('a canary says how many of the people who were ever seen fall into it', async () => {
    const params = { section: 'tried' }
    const [live, next] = [await stored('tried', 'one'), await stored('tried', 'two')]
    await server.ok(calls.promoteRelease, { as, params, body: { release: live } })
    await server.ok(contract.tenants.getAllTenants, { as: { userId: 'seen', tenants: ['acme'], roles: [] } })
    await server.rows.look(`insert into user_profile (user_id, first_name, last_name, tenants)
      values ('one', '', '', '{acme}'), ('two', '', '', '{acme}') on conflict do nothing`)
    const of = async (tenant: string) =>
      (await server.ok(calls.setCanary, { as, params, body: { release: next, tenants: [tenant] } })).canary
    expect((await of('acme'))?.reachedPeopleCount).toBeGreaterThanOrEqual(2)
    expect(await of('nordic')).toMatchObject({ reachedPeopleCount: 0 })
  })
})

describe('a release that the product has outgrown', () => {
  it('is named with what it does not find, live and pinned, by the list and before a server starts', async () => {
    const params = { section: 'aged' }
    const needs = { '@pim/ui': ['PageHeader', 'OldHeader'], '@pim/gone': ['Thing'] }
    const files = { ...filesOfBuild('aged', 'one'), 'mf-manifest.json': JSON.stringify({ neededExports: needs }) }
    const { release } = await server.ok(calls.uploadRelease, await upload('aged', files))
    await server.ok(calls.promoteRelease, { as, params, body: { release } })
    await server.ok(calls.pinSection, { params, body: { release } })
    const { releases } = await server.ok(calls.getSection, { as, params })
    expect(releases[0]?.misfits).toBeUndefined()
    // The next major version of the shell would find it so.
    await server.rows.look(`update section_release set description = description || '{"shellContract": "^1.99.0"}'
      where release = '${release}'`)
    const misfits = [
      { of: 'shell', needs: '^1.99.0', has: shellContract },
      { of: 'member', needs: '@pim/ui: OldHeader' },
      { of: 'member', needs: '@pim/gone: Thing' },
    ]
    const of = { section: 'aged', release, misfits }
    expect(await findMisfitReleases(server.dependencies)).toEqual([
      { ...of, given: 'live' },
      { ...of, given: 'pinned by acme' },
    ])
    expect((await server.ok(calls.getSection, { as, params })).releases[0]?.misfits).toEqual(misfits)
    await server.ok(calls.unpinSection, { params })
  })
})

describe('a deploy key', () => {
  it('is shown once, kept as a hash, and made and revoked by those who run the installation, which the history says', async () => {
    const made = await newKey('keyed', ['live'])
    expect(made.key).toMatch(/^pim_[\w-]{43}$/)
    const { key: _, ...rest } = made
    expect(await server.ok(deployKeys.getDeployKeys, { as })).toContainEqual(rest)
    const [row] = await server.rows.look<{ text: string }>(
      `select deploy_key::text as text from deploy_key where section = 'keyed'`,
    )
    expect(row?.text).not.toContain(made.key.slice(4))
    const release = await stored('keyed', 'one')
    const ended = await server.ok(deployKeys.revokeDeployKey, { as, params: { deployKeyId: made.deployKeyId } })
    expect(ended.revokedAt).not.toBeNull()
    await server.refused(deployKeys.revokeDeployKey, 'NOT_FOUND', { as, params: { deployKeyId: made.deployKeyId } })
    const call = { apiKey: made.key, as: 'nobody', params: { section: 'keyed' }, body: { release } } as const
    await server.refused(calls.promoteRelease, 'UNAUTHENTICATED', call)
    const { changes } = await server.ok(calls.getSection, { as, params: { section: 'keyed' } })
    expect(changes.map(({ action, by, key }) => [action, by, key])).toEqual([
      ['revokeKey', 'operator', 'CI of keyed'],
      ['upload', 'operator', undefined],
      ['makeKey', 'operator', 'CI of keyed'],
    ])
  })

  it('ends at its time, and says when it was last used', async () => {
    const over = await newKey('ending', ['live'], { expiresAt: '2001-01-01T00:00:00Z' })
    const good = await newKey('ending', ['live'], { expiresAt: '2999-01-01T00:00:00Z' })
    await stored('ending', 'one')
    const params = { section: 'ending' }
    await server.refused(calls.getSection, 'UNAUTHENTICATED', { apiKey: over.key, as: 'nobody', params })
    await server.ok(calls.getSection, { apiKey: good.key, as: 'nobody', params })
    const listed = await server.ok(deployKeys.getDeployKeys, { as })
    const usedAt = (key: { deployKeyId: string }) =>
      listed.find(({ deployKeyId }) => deployKeyId === key.deployKeyId)?.lastUsedAt
    expect([usedAt(over), usedAt(good)]).toEqual([null, expect.any(String)])
  })

  const rightOf = Object.entries(calls).flatMap(([name, route]) =>
    'takesDeployKeys' in route ? [[name, route, route.takesDeployKeys] as const] : [],
  )
  const bodies: Readonly<Record<string, (release: string) => object>> = {
    promoteRelease: (release) => ({ body: { release } }),
    setCanary: (release) => ({ body: { release, percent: 5 } }),
    pinSection: (release) => ({ body: { release } }),
  }

  it.each(rightOf)(
    'may make the call %s with its right alone, and for its own section alone',
    async (name, route, right) => {
      const section = `by${name.toLowerCase()}`
      const release = await stored(section, 'one')
      const request = async (apiKey: string, of: string) =>
        ({
          apiKey,
          as: 'nobody',
          tenant: route.access === 'tenant' ? 'acme' : null,
          params: { section: of },
          ...(name === 'uploadRelease' && (await upload(of, filesOfBuild(of, 'x'), {}))),
          ...bodies[name]?.(release),
        }) as never
      const all: DeployRight[] = ['upload', 'canary', 'live', 'pin']
      const others = all.filter((each) => each !== right)
      if (right !== 'any')
        await server.refused(route, 'FORBIDDEN', await request((await newKey(section, others)).key, section))
      const { key } = await newKey(section, right === 'any' ? ['pin'] : [right])
      const { status } = await server.call(route as Route, await request(key, section))
      // Some have nothing to end; an archive without a signature is refused by what it holds.
      expect([200, 400, 404, 409]).toContain(status)
      await server.refused(route, 'FORBIDDEN', await request((await newKey('elsewhere', all)).key, section))
    },
  )

  it('makes no other call of the installation', async () => {
    const { key: apiKey } = await newKey('orders', ['upload', 'canary', 'live', 'pin'])
    for (const route of [calls.getSections, deployKeys.getDeployKeys, contract.tenants.getAllTenants])
      await server.refused(route, 'UNAUTHENTICATED', { apiKey, as: 'nobody' })
    const pin = { apiKey, as: 'nobody', params: { section: 'orders' }, body: { release: '0'.repeat(64) } } as const
    await server.refused(calls.pinSection, 'FORBIDDEN', { ...pin, tenant: 'none-such' })
    await server.refused(calls.pinSection, 'TENANT_REQUIRED', { ...pin, tenant: null })
  })

  it('sends no build that it has not signed', async () => {
    const { key } = await newKey('orders', ['upload'])
    const who = { apiKey: key, as: 'nobody' } as const
    const unsigned = await server.refused(
      calls.uploadRelease,
      'BUILD_INVALID',
      await upload('orders', filesOfBuild('orders', 'x'), who),
    )
    expect(unsigned.message).toContain('not signed by this key')
  })
})
