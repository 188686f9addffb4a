import type {
  BatchItem,
  BulkChange,
  BulkChangeAction,
  BulkChangeCounts,
  BulkChangeRequest,
  BulkChangeState,
  BulkEdit,
  BulkFieldChange,
  ChangedSince,
  ImportNote,
  KeptChange,
  PartProblem,
  PausedJob,
  RowOutcome,
  RowResult,
  WhenChanged,
} from '@pim/contract'
import type { ReplacedLive } from '../domain/replaced-live.ts'
import type { TranslationMarks } from '../domain/translation-mark.ts'
import type { AskedByFile } from '../imports/asked-by-file.ts'

type OfFile = Extract<BulkChangeRequest, { file: unknown }>
type OfRows = Extract<BulkChangeRequest, { rows: unknown }>
type OfNamed = Extract<BulkChangeRequest, { items: unknown }>
type OfSelection = Extract<BulkChangeRequest, { selection: unknown }>

/** What was asked for, without what is asked of each item: that stands in the rows. */
export type StoredRequest =
  | (OfSelection & { readonly source: 'selection' })
  | (Omit<OfNamed, 'items'> & { readonly source: 'items' })
  | (Omit<OfRows, 'rows'> & { readonly source: 'rows'; readonly publishes: boolean; readonly byPlan?: true })
  | (Omit<OfFile, 'file'> & {
      readonly source: 'file'
      readonly fileName: string
      readonly mapping: OfFile['file']
      readonly scheduleId?: string
    })
  | {
      readonly source: 'undo'
      readonly undoOf: string
      readonly name?: string | undefined
      /** What it takes back has published. */
      readonly publishes?: boolean
      /** What it takes back has made options of a content type. */
      readonly changesModel?: boolean
    }

export interface StoredBulkChange {
  readonly bulkChangeId: string
  readonly createdBy: string
  readonly createdAt: string
  readonly request: StoredRequest
  readonly state: BulkChangeState
  readonly phase: 'rehearsal' | 'execution'
  readonly jobId: string
  readonly runner: string | null
  readonly fingerprint: string
  readonly counts: StoredCounts
  readonly problem: PartProblem | null
  readonly rowCount: number | null
  readonly executedBy: string | null
  readonly endedAt: string | null
  /** Its job waits for somebody who may do it. */
  readonly paused?: PausedJob
}

/** By content variation, the version that was written; an item that was made has those of all its variations. */
export interface WrittenVersions {
  readonly isCreated: boolean
  readonly versions: Readonly<Record<string, number>>
  /** By content variation, the texts that were said to be right as they are. */
  readonly marks?: Readonly<Record<string, TranslationMarks>>
  /** By content variation, what was published or taken from delivery. */
  readonly lives?: Readonly<Record<string, ReplacedLive>>
  /** The item was deleted. */
  readonly isDeleted?: true
}

/** Of an item that earlier imports of the profile had and this one has not. */
export interface AskedOfGone {
  readonly gone: true
  readonly whenChanged?: WhenChanged
}

/** What a source asks of one item: a part of a batch, the versions that its caller saw, or what to take back. */
export type AskedOfRow =
  | { readonly item: BatchItem }
  | AskedByFile
  | AskedOfGone
  | { readonly versions: Readonly<Record<string, number>> }
  | { readonly undo: WrittenVersions }

/** What the rehearsal has to say of a row beyond its outcome. */
export interface RowDetails {
  readonly changes: BulkFieldChange[]
  readonly leftOutChanges: number
  readonly versions: Record<string, number>
  readonly kept: KeptChange[]
  readonly changedSince?: ChangedSince[]
  readonly problem: PartProblem | null
  /** Pictures that the execution will fetch. */
  readonly fetched?: { readonly contentItemId: string; readonly address: string }[]
  /** The key of an item that is to be made. */
  readonly makes?: string
  /** What other rows have to do first: keys of items that its links lead to, or ids of items that link to the one it deletes. */
  readonly waitsFor?: readonly string[]
}

export interface StoredRow {
  readonly position: number
  readonly contentItemId: string | null
  readonly asked: AskedOfRow | null
  readonly name: string | null
  readonly technicalContentTypeName: string | null
  readonly outcome: RowOutcome | null
  readonly isLeftOut: boolean
  readonly fingerprint: string | null
  readonly details: RowDetails | null
  readonly result: RowResult | null
  readonly problem: PartProblem | null
  /** What was left out of the cells of its rows in the file. */
  readonly notes: readonly ImportNote[] | null
}

/** What its rehearsal and its execution need of a row. */
export interface WaitingRow
  extends Pick<StoredRow, 'position' | 'contentItemId' | 'asked' | 'outcome' | 'isLeftOut' | 'fingerprint'> {
  /** Its item was made without the links, which wait for others. */
  readonly written: WrittenVersions | null
  readonly makes: string | null
  readonly waitsFor: readonly string[]
}

/** `made`: items that were made without their links. */
export type StoredCounts = BulkChangeCounts & { readonly made?: number }

export const noCounts: BulkChangeCounts = {
  rows: 0,
  changed: 0,
  created: 0,
  deleted: 0,
  unchanged: 0,
  problem: 0,
  leftOut: 0,
  done: 0,
  outdated: 0,
  failed: 0,
  noted: 0,
}

/** How many of each there are more than before. */
export function addCounts(counts: StoredCounts, more: readonly (RowOutcome | RowResult)[]): StoredCounts {
  const sum = { ...counts }
  for (const each of more) sum[each] += 1
  return sum
}

/** The profile that it is an import of. */
export const profileOf = ({ request }: Pick<StoredBulkChange, 'request'>): string | undefined =>
  request.source === 'file' ? request.mapping.profileId : undefined

/** The actions that are possible from here. A plan has no request to rehearse: it can only be taken back. */
export function actionsOf({
  state,
  counts,
  request,
}: Pick<StoredBulkChange, 'state' | 'counts' | 'request'>): BulkChangeAction[] {
  const undo: BulkChangeAction[] = counts.done + (counts.made ?? 0) > 0 ? ['undo'] : []
  const isByPlan = request.source === 'rows' && request.byPlan === true
  const again: BulkChangeAction[] = isByPlan ? undo : ['rehearse', ...undo]
  const byState: Readonly<Record<BulkChangeState, readonly BulkChangeAction[]>> = {
    rehearsing: ['cancel'],
    ready: ['execute', 'rehearse', 'cancel'],
    executing: ['pause', 'cancel'],
    paused: ['resume', 'cancel', ...again],
    done: again,
    cancelled: again,
    failed: ['resume', 'cancel', ...undo],
  }
  return [...byState[state]]
}

export function presentBulkChange(stored: StoredBulkChange): BulkChange {
  const { request, rowCount: _rows, runner: _runner, phase: _phase, ...shown } = stored
  const { made: _made, ...counts } = shown.counts
  const edits = 'edits' in request ? request.edits : []
  const variationIds =
    'edits' in request
      ? (request.variationIds ??
        ('selection' in request && request.selection.variationId !== undefined ? [request.selection.variationId] : []))
      : []
  return {
    ...shown,
    // Those that are older than a count are without it.
    counts: { ...noCounts, ...counts },
    name: request.name ?? null,
    source: request.source,
    importedFile: request.source === 'file' ? { fileName: request.fileName, mapping: request.mapping } : null,
    edits: edits.filter((edit): edit is BulkEdit => edit.kind !== 'markTranslated'),
    marksTranslated: edits.some(({ kind }) => kind === 'markTranslated'),
    variationIds,
    undoOf: request.source === 'undo' ? request.undoOf : null,
    ...(request.source === 'rows' && request.byPlan && { byPlan: true }),
    ...(request.source === 'file' && request.scheduleId !== undefined && { scheduleId: request.scheduleId }),
    allowedActions: actionsOf(stored),
  }
}
