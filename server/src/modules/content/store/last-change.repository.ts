import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { isOfProfile } from './profile-run.repository.ts'

/** The writer of the same again and again: a profile by its imports, or batches that name their source. */
export type Source = { readonly profileId: string } | NamedSource

interface NamedSource {
  readonly name: string
  /** Who calls. Of versions from before sources had names, those of this person are the source's. */
  readonly userId: string
}

/** What the column has in versions from before batches named their source. */
const beforeNames = ''

/** Whether the source has written the version `v`. */
const isOwn = (tenantId: string, source: Source): RawBuilder<boolean> =>
  'profileId' in source
    ? isOfProfile(tenantId, source.profileId)
    : sql`(v.source is not distinct from ${source.name}::text
        or v.source is not distinct from ${beforeNames}::text and v.by = ${source.userId})`

export interface Change {
  readonly by: string
  readonly at: string
}
export interface FieldChange extends Change {
  readonly contentVariationId: string
  readonly technicalFieldName: string
  /** Whether the source did, where one is named. */
  readonly isOwn: boolean
}

/**
 * Who wrote each of these fields last, other than these bulk changes. Changes that follow from one of the content type are nobody's words.
 */
export async function findLastChanges(
  trx: Transaction,
  tenantId: string,
  fields: readonly { readonly contentVariationId: string; readonly technicalFieldName: string }[],
  { source, except = [] }: { readonly source?: Source; readonly except?: readonly string[] } = {},
): Promise<FieldChange[]> {
  if (fields.length === 0) return []
  const ids = fields.map(({ contentVariationId }) => contentVariationId)
  const names = fields.map(({ technicalFieldName }) => technicalFieldName)
  const { rows } = await sql<FieldChange>`
    select distinct on (asked.id, asked.name) asked.id as "contentVariationId", asked.name as "technicalFieldName",
      v.by, v.at, ${source === undefined ? sql`false` : isOwn(tenantId, source)} as "isOwn"
    from unnest(${ids}::uuid[], ${names}::text[]) as asked (id, name)
    join content_version v on v.tenant_id = ${tenantId} and v.content_variation_id = asked.id
      and asked.name = any(v.changed_fields) and v.action <> 'migrate'
      and coalesce(v.bulk_change_id <> all(${[...except]}::uuid[]), true)
    order by asked.id, asked.name, v.version desc`.execute(trx)
  return rows
}

/**
 * The last change that was made to each of these variations since it was published, or since it was made, by something else than the source. An
 * empty copy in a new variation of the tenant is no change.
 */
export async function findUnpublishedByOthers(
  trx: Transaction,
  tenantId: string,
  source: Source,
  variations: readonly { readonly contentVariationId: string; readonly publishedVersion: number }[],
): Promise<(Change & { readonly contentVariationId: string })[]> {
  if (variations.length === 0) return []
  const ids = variations.map(({ contentVariationId }) => contentVariationId)
  const versions = variations.map(({ publishedVersion }) => publishedVersion)
  const { rows } = await sql<Change & { contentVariationId: string }>`
    select distinct on (asked.id) asked.id as "contentVariationId", v.by, v.at
    from unnest(${ids}::uuid[], ${versions}::integer[]) as asked (id, published)
    join content_version v on v.tenant_id = ${tenantId} and v.content_variation_id = asked.id
      and v.version > asked.published and v.action <> 'migrate' and not (v.action = 'create' and v.changed_fields = '{}')
      and not ${isOwn(tenantId, source)}
    order by asked.id, v.version desc`.execute(trx)
  return rows
}
