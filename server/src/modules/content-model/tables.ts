import type { ContentType, ContentTypeKind } from '@pim/contract/content-model/schemas.ts'
import type { Generated, GeneratedAlways } from 'kysely'
import type { Json, Time } from '../../platform/database/platform-tables.ts'

export interface ContentTypeRow {
  tenant_id: string
  content_type_id: string
  technical_name: string
  kind: ContentTypeKind
  definition: Json<ContentType>
  revision: Generated<number>
  /** Of the definition; computed by the database. */
  field_count: GeneratedAlways<number>
  byte_size: GeneratedAlways<number>
  created_at: Time
  modified_at: Time
  modified_by: string
}

export interface ContentModelTables {
  content_type: ContentTypeRow
}
