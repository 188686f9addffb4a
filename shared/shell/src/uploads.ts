import type { ApiError } from '@pim/api-client'
import type { Binary } from '@pim/contract'
import { requiredContext } from './required-context.ts'

export interface UploadRequest {
  file: File
  /** What is still to do once the file is stored: a media item for it, say. Runs even if the section has gone. */
  finish?: (binary: Binary, options: { signal: AbortSignal; tenantId: string }) => Promise<UploadResult | undefined>
}

export interface UploadResult {
  /** Where the tray's row leads: `/media-items?item=<id>`. */
  href?: string
}

export interface Upload {
  id: string
  fileName: string
  byteSize: number
  status: 'waiting' | 'sending' | 'finishing' | 'done' | 'failed' | 'cancelled'
  /** The share sent, 0 to 1. */
  progress: number
  failure?: ApiError | Error
  href?: string
}

/** The tray at the bottom right, which stays while one moves between sections. */
export interface Uploads {
  list: readonly Upload[]
  add: (requests: readonly UploadRequest[]) => void
  cancel: (id: string) => void
  retry: (id: string) => void
}

export const [UploadsProvider, useUploads] = requiredContext<Uploads>('useUploads')
