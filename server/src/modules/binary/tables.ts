import type { RenditionReason } from '@pim/contract/core/rendition.ts'
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
    /** What a decoder found; null: it has not looked yet, or (with a width) found a picture before this was kept. */
    rendition_state: 'ready' | 'none' | null
    rendition_reason: Exclude<RenditionReason, 'kind'> | null
    /** The recipe by which it looked. */
    rendition_recipe: number | null
    /** Of a document that was looked at. */
    page_count: number | null
    created_at: Time
    created_by: string
  }
}
