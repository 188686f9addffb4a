import type { ReleaseOrigin } from '@pim/contract/sections/schemas.ts'
import { type SqlBool, sql } from 'kysely'
import type { Transaction } from '../database/transaction.ts'
import type { RemoteDescription, SectionStrings } from '../sections/description.ts'

/** A release as people load it; it never changes. */
export interface Release {
  readonly section: string
  readonly release: string
  readonly description: RemoteDescription
  readonly strings: SectionStrings
}

/** Which release of a section people get. No live one: the one that came with the server. */
export interface Deployment {
  readonly section: string
  readonly liveRelease: string | null
  readonly liveAt: string
  readonly liveBy: string
  readonly serverRelease: string | null
  readonly canaryRelease: string | null
  readonly canaryPercent: number | null
  readonly canaryTenants: string[] | null
  readonly canaryAt: string | null
  readonly canaryBy: string | null
}

export interface ReleaseRecord {
  readonly section: string
  readonly release: string
  readonly shellContract: string | null
  readonly apiContract: string | null
  readonly deployedAt: string
  readonly deployedBy: string
  readonly promotedAt: string | null
  readonly failureCount: number
  readonly takenBackAt: string | null
  readonly takenBackReason: string | null
  readonly origin: ReleaseOrigin
  /** The id of a deploy key. */
  readonly signedBy: string | null
}

/** The author of a release in the store, and its origin. */
export interface Deployed {
  readonly by: string
  readonly origin?: ReleaseOrigin | undefined
  readonly signature?: { readonly deployKeyId: string; readonly text: string } | undefined
}

export interface ChangeRecord {
  readonly at: string
  readonly section: string
  readonly action: string
  readonly release: string | null
  readonly by: string
  readonly details: Readonly<Record<string, unknown>>
}

const deploymentColumns = [
  'section',
  'live_release as liveRelease',
  'live_at as liveAt',
  'live_by as liveBy',
  'server_release as serverRelease',
  'canary_release as canaryRelease',
  'canary_percent as canaryPercent',
  'canary_tenants as canaryTenants',
  'canary_at as canaryAt',
  'canary_by as canaryBy',
] as const

export const findDeployments = (system: Transaction): Promise<Deployment[]> =>
  system.selectFrom('section_deployment').select(deploymentColumns).orderBy('section').execute()

/** Locks the row of a section, so that changes of its releases wait for each other. */
export async function lockDeployment(system: Transaction, section: string): Promise<Deployment | undefined> {
  return await system
    .selectFrom('section_deployment')
    .select(deploymentColumns)
    .where('section', '=', section)
    .forUpdate()
    .executeTakeFirst()
}

export async function openDeployment(system: Transaction, section: string): Promise<void> {
  await system
    .insertInto('section_deployment')
    .values({ section, live_release: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Whether the database is of a version that has releases. */
export async function hasReleases(system: Transaction): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`select to_regclass('section_release') is not null as there`.execute(
    system,
  )
  return rows[0]?.there === true
}

export const findReleaseIds = (system: Transaction): Promise<{ section: string; release: string }[]> =>
  system.selectFrom('section_release').select(['section', 'release']).execute()

export const findRelease = (system: Transaction, section: string, release: string): Promise<Release | undefined> =>
  system
    .selectFrom('section_release')
    .select(['section', 'release', 'description', 'strings'])
    .where('section', '=', section)
    .where('release', '=', release)
    .executeTakeFirst()

/** Newest first. */
export const findReleaseRecords = (system: Transaction): Promise<ReleaseRecord[]> =>
  system
    .selectFrom('section_release')
    .select([
      'section',
      'release',
      sql<string | null>`description ->> 'shellContract'`.as('shellContract'),
      sql<string | null>`description ->> 'apiContract'`.as('apiContract'),
      'deployed_at as deployedAt',
      'deployed_by as deployedBy',
      'promoted_at as promotedAt',
      'failure_count as failureCount',
      'taken_back_at as takenBackAt',
      'taken_back_reason as takenBackReason',
      'origin',
      'signed_by as signedBy',
    ])
    .orderBy(sql`greatest(deployed_at, promoted_at)`, 'desc')
    .orderBy('release')
    .execute()

/** A release that is deployed once more counts as new: it may be mended by what changed around it. */
export async function storeRelease(
  system: Transaction,
  release: Release,
  { by, origin, signature }: Deployed,
): Promise<void> {
  const deployed = {
    deployed_by: by,
    origin: JSON.stringify(origin ?? {}),
    signed_by: signature?.deployKeyId ?? null,
    signature: signature?.text ?? null,
  }
  await system
    .insertInto('section_release')
    .values({
      section: release.section,
      release: release.release,
      description: JSON.stringify(release.description),
      strings: JSON.stringify(release.strings),
      ...deployed,
    })
    .onConflict((conflict) =>
      conflict.columns(['section', 'release']).doUpdateSet({
        deployed_at: sql<string>`now()`,
        ...deployed,
        failure_count: 0,
        taken_back_at: null,
        taken_back_reason: null,
      }),
    )
    .execute()
}

export async function deleteRelease(system: Transaction, section: string, release: string): Promise<void> {
  await system.deleteFrom('section_release').where('section', '=', section).where('release', '=', release).execute()
}

export async function setLive(
  system: Transaction,
  section: string,
  { release, by, isPromotion }: { readonly release: string | null; readonly by: string; readonly isPromotion: boolean },
): Promise<void> {
  await system
    .updateTable('section_deployment')
    .set({ live_release: release, live_at: sql<string>`now()`, live_by: by })
    .where('section', '=', section)
    .execute()
  if (!isPromotion || release === null) return
  await system
    .updateTable('section_release')
    .set({ promoted_at: sql<string>`clock_timestamp()` })
    .where('section', '=', section)
    .where('release', '=', release)
    .execute()
}

export async function setServerRelease(system: Transaction, section: string, release: string): Promise<void> {
  await system
    .updateTable('section_deployment')
    .set({ server_release: release })
    .where('section', '=', section)
    .execute()
}

export interface Canary {
  readonly release: string
  readonly percent: number | null
  readonly tenants: readonly string[] | null
}

export async function storeCanary(
  system: Transaction,
  section: string,
  canary: (Canary & { readonly by: string }) | undefined,
): Promise<void> {
  await system
    .updateTable('section_deployment')
    .set({
      canary_release: canary?.release ?? null,
      canary_percent: canary?.percent ?? null,
      canary_tenants: canary?.tenants ? [...canary.tenants] : null,
      canary_at: canary ? sql<string>`now()` : null,
      canary_by: canary?.by ?? null,
    })
    .where('section', '=', section)
    .execute()
  await system
    .deleteFrom('section_canary_person')
    .where('section', '=', section)
    .where('release', '<>', canary?.release ?? '')
    .execute()
}

/** The release that was made live before this one; undefined where there was none. */
export async function findLiveBefore(
  system: Transaction,
  section: string,
  release: string,
): Promise<{ release: string } | undefined> {
  return await system
    .selectFrom('section_release')
    .select('release')
    .where('section', '=', section)
    .where('release', '<>', release)
    .where(
      sql<SqlBool>`promoted_at < (select promoted_at from section_release live
        where live.section = ${section} and live.release = ${release})`,
    )
    .orderBy('promoted_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The releases that were made live before those that are live now, by section. */
export async function findAllLiveBefore(system: Transaction): Promise<ReadonlyMap<string, string>> {
  const before = new Map<string, string>()
  for (const { section, liveRelease } of await findDeployments(system)) {
    const found = liveRelease === null ? undefined : await findLiveBefore(system, section, liveRelease)
    if (found !== undefined) before.set(section, found.release)
  }
  return before
}

export async function appendChange(
  system: Transaction,
  { section, action, release, by, details }: Omit<ChangeRecord, 'at'>,
): Promise<void> {
  await system
    .insertInto('section_change')
    .values({ section, action, release, done_by: by, details: JSON.stringify(details) })
    .execute()
}

/** The last ones of each section, newest first. */
export async function findChanges(system: Transaction, ofEach: number): Promise<ChangeRecord[]> {
  const { rows } = await sql<ChangeRecord>`
    select c.at, c.section, c.action, c.release, c.done_by as by, c.details
    from (select distinct section from section_change) d cross join lateral (select * from section_change
      where section = d.section order by section_change_id desc limit ${ofEach}) c
    order by c.section_change_id desc`.execute(system)
  return rows
}

export async function countFailure(system: Transaction, section: string, release: string): Promise<void> {
  await system
    .updateTable('section_release')
    .set((of) => ({ failure_count: of('failure_count', '+', 1) }))
    .where('section', '=', section)
    .where('release', '=', release)
    .execute()
}

export interface CanaryPerson {
  readonly section: string
  readonly release: string
  /** A hash. */
  readonly person: Buffer
}

/** Keeps that a person gets a canary, of which there is one for a section. */
export async function noteGiven(system: Transaction, { section, release, person }: CanaryPerson): Promise<void> {
  await sql`
    insert into section_canary_person (section, release, person)
    select section, canary_release, ${person} from section_deployment where section = ${section} and canary_release = ${release}
    on conflict do nothing`.execute(system)
}

/** Keeps that it has failed for a person; answers whether that is news, and undefined of who did not get it. */
export async function noteCanaryFailure(
  system: Transaction,
  { section, release, person }: CanaryPerson,
): Promise<{ readonly isNew: boolean } | undefined> {
  const { rows } = await sql<{ isNew: boolean }>`
    update section_canary_person now set failed_at = now()
    from section_canary_person before
    where (now.section, now.release, now.person) = (${section}, ${release}, ${person}::bytea)
      and (before.section, before.release, before.person) = (now.section, now.release, now.person)
    returning before.failed_at is null as "isNew"`.execute(system)
  return rows[0]
}

/** People who got a canary, those for whom it has failed, and those of the last minutes among them. */
export interface CanaryPeople {
  readonly section: string
  readonly release: string
  readonly given: number
  readonly failed: number
  readonly lately: number
}

export async function countCanaryPeople(system: Transaction, minutes: number): Promise<CanaryPeople[]> {
  const { rows } = await sql<CanaryPeople>`
    select section, release, count(*)::int as given, count(failed_at)::int as failed,
      count(*) filter (where failed_at > now() - make_interval(mins => ${minutes}))::int as lately
    from section_canary_person group by section, release`.execute(system)
  return rows
}

export async function markTakenBack(
  system: Transaction,
  section: string,
  release: string,
  reason: string,
): Promise<void> {
  await system
    .updateTable('section_release')
    .set({ taken_back_at: sql<string>`now()`, taken_back_reason: reason })
    .where('section', '=', section)
    .where('release', '=', release)
    .execute()
}
