import type { ApiError } from '@pim/api-client'
import type { Binary } from '@pim/contract'
import { requiredContext } from './required-context.ts'

export interface UploadRequest {
  file: File
  /** Runs after the file is stored, for instance to create a media item for it, even if the section was unmounted. */
  finish?: (binary: Binary, options: { signal: AbortSignal; tenantId: string }) => Promise<UploadResult | undefined>
}

export interface UploadResult {
  /** The link of the row in the tray: `/media-items?item=<id>`. */
  href?: string
}

export interface Upload {
  id: string
  fileName: string
  byteSize: number
  status: 'waiting' | 'sending' | 'finishing' | 'done' | 'failed' | 'cancelled'
  /** The share sent, from 0 to 1. */
  progress: number
  failure?: ApiError | Error
  href?: string
}

/** The upload tray at the bottom right. Uploads go on while the user moves between sections. */
export interface Uploads {
  list: readonly Upload[]
  add: (requests: readonly UploadRequest[]) => void
  cancel: (id: string) => void
  retry: (id: string) => void
}

export const [UploadsProvider, useUploads] = requiredContext<Uploads>('useUploads')
