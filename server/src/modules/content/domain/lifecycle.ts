import type { LifecycleAction, Status } from '@pim/contract'

/** Where a content variation stands: its status, and whether there is a snapshot that delivery shows. */
export interface Standing {
  readonly status: Status
  readonly isLive: boolean
}

type Row = 'neverLive' | 'draftOverLive' | 'published' | 'unpublished' | 'archived'
type Outcome = Status | 'nothing' | 'refused'

/** The table of the product's decisions, word for word; the steps and `allowedActions` both follow from it. */
const table: Readonly<Record<Row, Readonly<Record<LifecycleAction | 'edit', Outcome>>>> = {
  neverLive: { publish: 'published', unpublish: 'refused', draft: 'nothing', archive: 'archived', edit: 'draft' },
  draftOverLive: {
    publish: 'published',
    unpublish: 'unpublished',
    draft: 'nothing',
    archive: 'refused',
    edit: 'draft',
  },
  published: { publish: 'nothing', unpublish: 'unpublished', draft: 'draft', archive: 'refused', edit: 'draft' },
  unpublished: { publish: 'published', unpublish: 'refused', draft: 'draft', archive: 'archived', edit: 'draft' },
  archived: { publish: 'refused', unpublish: 'refused', draft: 'draft', archive: 'nothing', edit: 'refused' },
}

function rowOf({ status, isLive }: Standing): Row {
  if (status === 'draft') return isLive ? 'draftOverLive' : 'neverLive'
  return status
}

export const outcomeOf = (standing: Standing, action: LifecycleAction | 'edit'): Outcome =>
  table[rowOf(standing)][action]

const actions: readonly LifecycleAction[] = ['publish', 'unpublish', 'draft', 'archive']

/** The steps that lead somewhere from here; one that would do nothing is not offered. */
export const allowedActions = (standing: Standing): LifecycleAction[] =>
  actions.filter((action) => !['nothing', 'refused'].includes(outcomeOf(standing, action)))

/** The status after the working copy has changed because of someone who worked elsewhere: a shared value, a name. */
export const statusAfterSharedChange = (status: Status): Status => (status === 'published' ? 'draft' : status)
