import type { ContentType, ContentTypeInput } from '@pim/contract'
import type { Json, Time } from '../../platform/database/platform-tables.ts'

export interface ContentUpkeepTables {
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
}
