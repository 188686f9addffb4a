import { fileURLToPath } from 'node:url'
import type { ImportFileShape } from '@pim/contract'
import type { FileRow, FileShape } from '../../exchange/index.ts'
import type { ImportPlan } from './import-plan.ts'
import type { ItemDraft } from './map-rows.ts'

const program = fileURLToPath(new URL('./import-reader-process.ts', import.meta.url))

/** A task of the process that reads files of items. */
export type ImportTask =
  /** One `Head`. */
  | { readonly kind: 'head'; readonly chosen: ImportFileShape | undefined }
  | { readonly kind: 'drafts'; readonly plan: ImportPlan }
  | { readonly kind: 'rows'; readonly shape: FileShape | undefined }

/** Columns come before the rows of a table, and behind those of JSON lines. */
export type DraftsPart = { readonly columns: readonly string[] } | { readonly drafts: readonly ItemDraft[] }
/** The shape comes first, then the columns of a table. */
export type RowsPart =
  | { readonly shape: FileShape }
  | { readonly columns: readonly string[] }
  | { readonly rows: readonly FileRow[] }

export const readingOf = (task: ImportTask) => ({ program, task })
