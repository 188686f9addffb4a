import type { PausedJob, Role } from '@pim/contract'
import type { SettingValue } from '@pim/contract/core/section-settings.ts'
import type { ColumnType, Generated } from 'kysely'

/** A point in time: read as ISO 8601 text; written as text, or left out for the database's clock. */
export type Time = ColumnType<string, string | undefined, string>
export type NullableTime = ColumnType<string | null, string | null | undefined, string | null>
/** JSONB: objects are written as they are; arrays and scalars as `JSON.stringify(…)`. */
export type Json<T> = ColumnType<T, T | string, T | string>

/** What there is to say of channels beside their names, by technical name. No `variationIds`: every variation. */
export type ChannelDetails = Readonly<
  Record<string, { readonly friendlyName: Readonly<Record<string, string>>; readonly variationIds: readonly string[] }>
>

export interface TenantRow {
  tenant_id: string
  external_id: string
  friendly_name: string
  feature_toggles: Json<Record<string, boolean>>
  /** Manifest URLs of this tenant that override the installation's, by section. */
  remotes: Json<Record<string, { manifestUrl: string }>>
  /** The technical names of the channels. */
  delivery_targets: string[]
  /** By technical name; a channel that has no details is not in it. */
  channel_details: Json<ChannelDetails>
  /** Least roles for rights of sections, where they are others than these propose. */
  permission_roles: ColumnType<Record<string, Role>, string | undefined, string>
  /** Settings of sections that were chosen for the tenant. */
  section_settings: ColumnType<Record<string, SettingValue>, string | undefined, string>
  /** Hosts that files may be fetched from. */
  import_hosts: Generated<string[]>
  fills_off: Generated<string[]>
  version: Generated<number>
  created_at: Time
  paused_at: NullableTime
  paused_by: string | null
  pause_reason: string | null
}

export interface VariationRow {
  tenant_id: string
  variation_id: string
  language_code: string
  market_code: string | null
  friendly_name: string
  fallback_variation_id: string | null
  is_default: boolean
  position: Generated<number>
  version: Generated<number>
  created_at: Time
}

export interface UserProfileRow {
  user_id: string
  first_name: string
  last_name: string
  email: string | null
  synced_at: Time
  /** External ids of the tenants that this person was in at the last sign-in. */
  tenants: Generated<string[]>
  /** As in the last token; null of who has not signed in since they are kept. */
  roles: string[] | null
  /** When the names were erased, which are empty since. */
  erased_at: NullableTime
}

export interface AuditEntryRow {
  tenant_id: string
  audit_entry_id: string
  at: Time
  user_id: string
  action: string
  entity_kind: string
  entity_id: string
  details: Json<Record<string, unknown>>
}

export interface ApiKeyRow {
  tenant_id: string
  api_key_id: string
  name: string
  kind: Generated<'delivery' | 'import'>
  prefix: string
  key_hash: Buffer
  /** After a rotation the previous secret stays valid until `previous_key_expires_at`. */
  previous_key_hash: Buffer | null
  previous_key_expires_at: NullableTime
  /** Empty lists allow every target and every type. */
  delivery_targets: string[]
  content_types: string[]
  created_at: Time
  created_by: string
  expires_at: NullableTime
  revoked_at: NullableTime
  last_used_at: NullableTime
  version: Generated<number>
}

export interface JobRow {
  tenant_id: string
  job_id: string
  kind: string
  status: Generated<'queued' | 'running' | 'done' | 'failed'>
  input: Json<Record<string, unknown>>
  done_count: Generated<number>
  total_count: number | null
  result: Json<Record<string, unknown>> | null
  error: string | null
  created_by: string
  created_at: Time
  started_at: NullableTime
  finished_at: NullableTime
  /** How often it was started. */
  attempts: Generated<number>
  /** The server that runs it has to renew the lease before this time; afterwards the job goes back to the queue. */
  lease_until: NullableTime
  run_after: Time
  /** The role that it takes; null: the one of its kind. */
  needs: Role | null
  paused: Json<PausedJob> | null
}

export interface IdempotencyKeyRow {
  tenant_id: string
  user_id: string
  idempotency_key: string
  fingerprint: Buffer
  /** JSON as it was answered. */
  answer: string | null
  created_at: ColumnType<string, string, never>
}

export interface TenantErasureTable {
  erased_tenant_id: string
  external_id: string
  begun_at: Time
  begun_by: string
  moved_at: Time
  done_at: NullableTime
  removed: ColumnType<Record<string, number>, string | undefined, string>
}

export interface PlatformTables {
  tenant: TenantRow
  variation: VariationRow
  tenant_erasure: TenantErasureTable
  user_profile: UserProfileRow
  audit_entry: AuditEntryRow
  api_key: ApiKeyRow
  job: JobRow
  idempotency_key: IdempotencyKeyRow
}
