import type {
  BulkChangeState,
  ContentType,
  ContentTypeInput,
  ContentTypeKind,
  ImportNote,
  PartProblem,
  PlanItemResult,
  PlanState,
  RowOutcome,
  RowResult,
  Status,
  VersionSummary,
} from '@pim/contract'
import type { Generated } from 'kysely'
import type { Json, NullableTime, Time } from '../../../platform/database/platform-tables.ts'
import type { AskedOfRow, StoredCounts, StoredRequest, WrittenVersions } from '../bulk-changes/bulk-change.ts'
import type { StoredDetails } from '../bulk-changes/stored-details.ts'
import type { Values } from '../domain/values.ts'
import type { StoredAdditions } from '../imports/planned-additions.ts'
import type { KeptRequest, KeptSteps, PlanFigures } from '../plans/kept-plan.ts'

export interface ContentTables {
  content_item: {
    tenant_id: string
    content_item_id: string
    content_type_id: string
    kind: ContentTypeKind
    name: string
    is_deleted: boolean
    version: Generated<number>
    created_at: Time
    created_by: string
    modified_at: Time
    modified_by: string
    /** Values of the fields that are not localizable. */
    shared: Json<Values>
  }
  /** A variation of an item: its working copy, and what is live. A null in a column that begins with `live_`: the same as in the working copy. */
  content_variation: {
    tenant_id: string
    content_variation_id: string
    content_item_id: string
    variation_id: string
    content_type_id: string
    kind: ContentTypeKind
    /** What it is called in this variation (`listedName`). */
    name: string
    /** The variation whose title the name is; null: the name of the item. */
    name_variation_id: string | null
    is_deleted: boolean
    status: Status
    completeness: number
    /** The lowest per cent over its channels. */
    readiness: number
    translation: number
    outdated: Json<Readonly<Record<string, string>>> | null
    /** Required somewhere, and delivery would lack it after a publish; null: none. */
    missing_fields: string[] | null
    is_live: boolean
    has_unpublished_changes: boolean
    binary_id: string | null
    mime_type: string | null
    modified_at: Time
    modified_by: string
    created_at: Time
    created_by: string
    version: number
    delivery_targets: string[]
    own: Json<Values>
    published_version: number | null
    published_at: NullableTime
    published_by: string | null
    live_name: string | null
    live_targets: string[] | null
    live_own: Json<Values> | null
    live_shared: Json<Values> | null
  }
  content_version: {
    tenant_id: string
    content_variation_id: string
    version: number
    action: VersionSummary['action']
    status: Status
    at: Time
    by: string
    changed_fields: string[]
    changes: Json<Readonly<Record<string, SlotChange>>>
    bulk_change_id: string | null
    source: string | null
  }
  content_type_change: {
    tenant_id: string
    change_id: string
    content_type_id: string
    before: Json<ContentType>
    input: Json<ContentTypeInput>
    allow_data_loss: boolean
    last_item_id: string
    done_item_id: string | null
    created_by: string
    created_at: Time
  }
  publish_plan: {
    tenant_id: string
    plan_id: string
    created_by: string
    created_at: Generated<Time>
    request: Json<KeptRequest>
    state: PlanState
    job_id: string | null
    fingerprint: string | null
    figures: Json<PlanFigures> | null
  }
  publish_plan_item: {
    tenant_id: string
    plan_id: string
    position: number
    content_item_id: string
    steps: Json<KeptSteps>
    fingerprint: string | null
    is_blocked: boolean
    is_warned: boolean
    result: PlanItemResult | null
  }
  bulk_change: {
    tenant_id: string
    bulk_change_id: string
    created_by: string
    created_at: Generated<Time>
    request: Json<StoredRequest>
    state: BulkChangeState
    phase: 'rehearsal' | 'execution'
    job_id: string
    runner: string | null
    fingerprint: string
    counts: Json<StoredCounts>
    problem: Json<PartProblem> | null
    row_count: number | null
    executed_by: string | null
    ended_at: NullableTime
    touched_at: Generated<Time>
    additions: Json<StoredAdditions> | null
  }
  bulk_change_row: {
    tenant_id: string
    bulk_change_id: string
    position: number
    content_item_id: string | null
    asked: Json<AskedOfRow> | null
    /** Characters of `asked`; null in rows of earlier releases. */
    asked_length: number | null
    name: string | null
    technical_content_type_name: string | null
    outcome: RowOutcome | null
    is_left_out: Generated<boolean>
    fingerprint: string | null
    details: Json<StoredDetails> | null
    result: RowResult | null
    problem: Json<PartProblem> | null
    written: Json<WrittenVersions> | null
    notes: Json<ImportNote[]> | null
  }
  profile_run: { tenant_id: string; saved_choice_id: string; bulk_change_id: string; undone_by: string | null }
  profile_item: { tenant_id: string; saved_choice_id: string; content_item_id: string; first_at: Time }
  unique_claim: { tenant_id: string; scope_key: string; value_key: string; content_item_id: string }
}

/** The value before a change; left out where there was no own value: it inherited. */
export interface SlotChange {
  readonly before?: unknown
}
