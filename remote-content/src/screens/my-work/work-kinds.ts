import { type ListState, readListState, withoutFilters } from '../../parts/item-list/list-state.ts'

/** A kind of work, found as the list of items finds it, so that "show all" leads to the same rows. */
export interface WorkKind {
  readonly name: 'notLive' | 'outdated' | 'missing' | 'latest'
  /** Nothing is translated in the variation that others are translated from. */
  readonly isOfTranslation?: true
  readonly of: (userId: string) => Partial<ListState>
}

/** In the order in which they ask for work. */
export const workKinds: readonly WorkKind[] = [
  { name: 'notLive', of: (userId) => ({ statuses: ['draft'], modifiedBy: [userId] }) },
  { name: 'outdated', isOfTranslation: true, of: () => ({ translation: ['outdated'] }) },
  { name: 'missing', isOfTranslation: true, of: () => ({ translation: ['missing'] }) },
  { name: 'latest', of: (userId) => ({ modifiedBy: [userId] }) },
]

const atFirst = withoutFilters(readListState(new URLSearchParams()))

export const workList = (kind: WorkKind, userId: string, variationId: string | undefined): ListState => ({
  ...atFirst,
  ...kind.of(userId),
  variationId,
})
