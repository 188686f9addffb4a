import type { Time } from '../../platform/database/platform-tables.ts'
import type { EntryScope } from './write/projected-variation.ts'

export interface IndexSpaceTable {
  tenant_id: string
  space: number
  content_type_id: string | null
  technical_field_name: string | null
  qualifier: string
  reach: number
  variation_count: number
}

export interface IndexReachTable {
  tenant_id: string
  reach: number
  variation_ids: string[]
}

export interface DeletedKeyTable {
  tenant_id: string
  content_type_id: string
  technical_field_name: string
  key: string
  content_item_id: string
}

export interface ContentReferenceTable {
  tenant_id: string
  content_item_id: string
  scope: EntryScope
  space: number
  ref_kind: 'concept' | 'item' | 'binary'
  ref_id: string
  position: number
}

export interface DeliveryDocumentTable {
  tenant_id: string
  content_variation_id: string
  content_item_id: string
  variation_id: string
  content_type_id: string
  name: string
  name_key: string
  published_version: number
  published_at: Time
  delivery_targets: string[]
  body_key: string
}

export interface DeliveryBodyTable {
  tenant_id: string
  content_item_id: string
  body_key: string
  /** Ready JSON, as text. */
  fields: string
  sources: string
}

export interface IndexRebuildTable {
  tenant_id: string
  done_item_id: string | null
}

export interface IndexRecipeTable {
  tenant_id: string
  version: number
  remaking_version: number | null
  remade_item_id: string | null
}

export interface ProjectionTables {
  index_reach: IndexReachTable
  index_space: IndexSpaceTable
  deleted_key: DeletedKeyTable
  content_reference: ContentReferenceTable
  delivery_document: DeliveryDocumentTable
  delivery_body: DeliveryBodyTable
  index_rebuild: IndexRebuildTable
  index_recipe: IndexRecipeTable
}
