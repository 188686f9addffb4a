import type { PlanStep, SearchContentDocument, SearchInput, Status } from '@pim/contract'

/** Lifecycle steps that a plan offers for rows of a list, in the order of the buttons. */
export const rowSteps = ['publish', 'unpublish', 'draft', 'archive', 'delete', 'restore'] as const satisfies PlanStep[]
export type RowStep = (typeof rowSteps)[number]

const isLive = ({ status, hasUnpublishedChanges }: SearchContentDocument): boolean =>
  status === 'published' || (status === 'draft' && hasUnpublishedChanges)

const fits: Record<RowStep, (row: SearchContentDocument) => boolean> = {
  publish: (row) => row.status !== 'archived' && (row.status !== 'published' || row.hasUnpublishedChanges),
  unpublish: isLive,
  draft: ({ status }) => status === 'archived',
  archive: (row) => row.status !== 'archived' && !isLive(row),
  delete: () => true,
  restore: () => true,
}

/** The rows that a step is anything for: so that what is asked about is what will be done, and nothing is refused for sure. */
export const rowsFor = (step: RowStep, rows: readonly SearchContentDocument[]): readonly SearchContentDocument[] =>
  rows.filter((row) => (step === 'restore') === (row.isDeleted === true) && fits[step](row))

const statusesFor: Partial<Record<PlanStep, readonly Status[]>> = {
  publish: ['draft', 'published', 'unpublished'],
  unpublish: ['draft', 'published'],
  draft: ['archived'],
  archive: ['draft', 'unpublished'],
}

/** The part of a search that a step can be for, as far as a search can tell; undefined where there is none. */
export function selectionFor(step: PlanStep, input: SearchInput): SearchInput | undefined {
  const { paging: _, includeDeleted, filtering = {}, ...rest } = input
  const { isDeleted, statuses: wanted, ...others } = filtering
  const isOfDeleted = step === 'restore'
  if (isOfDeleted ? !includeDeleted : isDeleted === true) return undefined
  const fitting = statusesFor[step]
  const statuses = wanted && fitting ? wanted.filter((status) => fitting.includes(status)) : (wanted ?? fitting)
  if (statuses?.length === 0) return undefined
  return {
    ...rest,
    ...(isOfDeleted && { includeDeleted: true }),
    filtering: { ...others, ...(statuses && { statuses: [...statuses] }), ...(isOfDeleted && { isDeleted: true }) },
  }
}

export const operationOf = {
  publish: 'contentVariation.publish',
  unpublish: 'contentVariation.unpublish',
  draft: 'contentVariation.draft',
  archive: 'contentVariation.archive',
  delete: 'contentItem.deleteItem',
  restore: 'contentItem.restoreItem',
} as const satisfies Record<RowStep, string>

/** What takes a step back, where it leaves things as they were. */
export const stepBack: Partial<Record<RowStep, 'delete' | 'restore'>> = { delete: 'restore', restore: 'delete' }
