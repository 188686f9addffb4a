import type { ContentType, ContentTypeInput, ContentTypeKind, Status, VersionSummary } from '@pim/contract'
import type { Json, NullableTime, Time } from '../../../platform/database/platform-tables.ts'
import type { Values } from '../domain/values.ts'

export interface ContentTables {
  content_item: {
    tenant_id: string
    content_item_id: string
    content_type_id: string
    kind: ContentTypeKind
    name: string
    is_deleted: boolean
    created_at: Time
    created_by: string
    modified_at: Time
    modified_by: string
  }
  content_item_value: { tenant_id: string; content_item_id: string; shared: Json<Values> }
  content_variation: {
    tenant_id: string
    content_variation_id: string
    content_item_id: string
    variation_id: string
    content_type_id: string
    kind: ContentTypeKind
    name: string
    /** The name as it sorts and is looked for: case and accents folded. */
    name_key: string
    is_deleted: boolean
    binary_id: string | null
    mime_type: string | null
    status: Status
    version: number
    published_version: number | null
    published_at: NullableTime
    has_unpublished_changes: boolean
    completeness: number
    delivery_targets: string[]
    created_at: Time
    created_by: string
    modified_at: Time
    modified_by: string
  }
  content_variation_value: { tenant_id: string; content_variation_id: string; own: Json<Values> }
  content_snapshot: {
    tenant_id: string
    content_variation_id: string
    content_item_id: string
    variation_id: string
    version: number
    name: string
    own: Json<Values>
    shared: Json<Values>
    delivery_targets: string[]
    published_at: Time
    published_by: string
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
  unique_claim: { tenant_id: string; scope_key: string; value_key: string; content_item_id: string }
}

/** `before` or `after` is left out where there was no own value: it inherited. */
export interface SlotChange {
  readonly before?: unknown
  readonly after?: unknown
}
