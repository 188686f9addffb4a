import type { BatchItem, ImportNote, PartProblem, WhenChanged } from '@pim/contract'
import type { AskedPicture } from './pictures-by-address.ts'

/** `nameIfNew`: what an item is called that is not there yet, where nothing else names it. */
export interface ImportedItem extends BatchItem {
  readonly nameIfNew?: string
  /** Fields whose values say something of a part alone, such as one currency: the parts of the value that is there stay. */
  readonly completes?: readonly string[]
  /** What its media fields name by address. */
  readonly pictures?: readonly AskedPicture[]
}

/** What is asked of one item by a file; `row` is where the file says so, `whenChanged` a choice for this row. */
export type AskedByFile =
  | { readonly row: number; readonly item: ImportedItem; readonly whenChanged?: WhenChanged }
  | { readonly row: number; readonly problem: PartProblem; readonly label: string | null }

/** With what was left out of the cells. */
export type NotedByFile = AskedByFile & { readonly notes: readonly ImportNote[] }
