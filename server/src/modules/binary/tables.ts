import type { Time } from '../../platform/database/platform-tables.ts'

export interface BinaryTables {
  binary_file: {
    tenant_id: string
    binary_id: string
    file_name: string
    mime_type: string
    byte_size: number
    /** Hexadecimal. */
    sha256: string
    /** Pixels after rotation; null where it is no picture. */
    width: number | null
    height: number | null
    storage_key: string
    created_at: Time
    created_by: string
  }
}
