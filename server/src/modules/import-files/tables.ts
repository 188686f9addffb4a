import type { ImportFileProblem } from '@pim/contract'
import type { Generated } from 'kysely'
import type { Json, Time } from '../../platform/database/platform-tables.ts'

export interface ImportFileTables {
  /** A file of items on its way into the product. Its bytes lie in the object store, part by part. */
  import_file: {
    tenant_id: string
    import_file_id: string
    file_name: string
    byte_size: number
    part_bytes: number
    /** Numbers of the parts that are stored. */
    received: Generated<number[]>
    created_by: string
    /** From where the server fetches it; null of one that was sent. */
    address: string | null
    fetch_state: 'fetching' | 'done' | 'failed' | null
    fetch_job_id: string | null
    fetch_problem: Json<ImportFileProblem> | null
    created_at: Generated<Time>
  }
}
