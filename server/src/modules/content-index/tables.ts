import type { Time } from '../../platform/database/platform-tables.ts'
import type { ProjectionScope } from './write/projected-variation.ts'

export interface IndexKeyTable {
  tenant_id: string
  space: string
  key: string
  content_variation_id: string
  use: number
}

export interface ContentReferenceTable {
  tenant_id: string
  content_variation_id: string
  scope: ProjectionScope
  technical_field_name: string
  ref_kind: 'concept' | 'item' | 'binary'
  ref_id: string
  position: number
  content_item_id: string
  variation_id: string
}

export interface SearchDocumentTable {
  tenant_id: string
  content_variation_id: string
  /** Working copies, deleted or not, have one row; what is live has another. */
  is_live: boolean
  variation_id: string
  concept_ids: string[]
  words: string
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
  /** Ready JSON, as text. */
  body: string
  sources: string
}

export interface ProjectionTables {
  index_key: IndexKeyTable
  content_reference: ContentReferenceTable
  search_document: SearchDocumentTable
  delivery_document: DeliveryDocumentTable
}
