import type { QuotaLimits } from '@pim/contract'
import type { Json, Time } from '../../platform/database/platform-tables.ts'

export interface QuotaTables {
  /** What an operator has set for the tenant. */
  tenant_quota: {
    tenant_id: string
    own: Json<QuotaLimits>
    modified_at: Time
    modified_by: string
  }
  stored_files: {
    tenant_id: string
    file_count: number
    byte_size: number
  }
  /** Room for uploads that have begun. */
  upload_reservation: {
    tenant_id: string
    reservation_id: string
    byte_size: number
    expires_at: Time
  }
  call_count: {
    tenant_id: string
    day: string
    delivery: number
    management: number
  }
}
