import type { DeployRight } from '@pim/contract/deploy-keys/schemas.ts'
import type { ReleaseOrigin } from '@pim/contract/sections/schemas.ts'
import type { ColumnType, Generated } from 'kysely'
import type { Json, NullableTime, Time } from '../database/platform-tables.ts'
import type { RemoteDescription, SectionStrings } from '../sections/description.ts'

/** Rows that belong to no tenant. */
export interface ReleaseTables {
  section_release: {
    section: string
    release: string
    description: Json<RemoteDescription>
    strings: Json<SectionStrings>
    deployed_at: Time
    deployed_by: string
    promoted_at: NullableTime
    failure_count: Generated<number>
    taken_back_at: NullableTime
    taken_back_reason: string | null
    origin: Json<ReleaseOrigin>
    signed_by: string | null
    signature: string | null
  }
  section_deployment: {
    section: string
    live_release: string | null
    server_release: string | null
    live_at: Time
    live_by: Generated<string>
    canary_release: string | null
    canary_percent: number | null
    canary_tenants: string[] | null
    canary_at: NullableTime
    canary_by: string | null
  }
  section_change: {
    section_change_id: Generated<number>
    at: Time
    section: string
    action: string
    release: string | null
    done_by: string
    details: Json<Record<string, unknown>>
  }
  section_canary_person: {
    section: string
    release: string
    person: ColumnType<Buffer, Buffer, never>
    given_at: Time
    failed_at: NullableTime
  }
  deploy_key: {
    deploy_key_id: string
    section: string
    name: string
    rights: DeployRight[]
    prefix: string
    key_hash: Buffer
    public_key: Buffer
    created_at: Time
    created_by: string
    expires_at: NullableTime
    revoked_at: NullableTime
    last_used_at: NullableTime
  }
  external_section: {
    manifest_url: string
    description: Json<RemoteDescription>
    strings: Json<SectionStrings | null>
    seen_at: Time
  }
}
