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
  index_rebuild: IndexRebuildTable
  index_recipe: IndexRecipeTable
}
