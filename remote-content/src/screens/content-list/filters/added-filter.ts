import type { Field } from '@pim/contract'
import type { ListState } from '../../../parts/item-list/list-state.ts'

/** What a list can be narrowed by beside the filters that are always there; it shows only while something is asked. */
export const generalFilters = [
  'modified',
  'modifiedBy',
  'completeness',
  'readiness',
  'translation',
  'channels',
  'overLive',
  'deleted',
] as const
export type GeneralFilter = (typeof generalFilters)[number]
export type AddedFilter = GeneralFilter | Field

const asked: Record<GeneralFilter, (state: ListState) => boolean> = {
  modified: ({ modifiedWithin, modifiedFrom, modifiedTo }) => Boolean(modifiedWithin ?? modifiedFrom ?? modifiedTo),
  modifiedBy: ({ modifiedBy }) => modifiedBy.length > 0,
  completeness: ({ completeness }) => completeness !== undefined,
  readiness: ({ readiness }) => readiness !== undefined,
  translation: ({ translation }) => translation.length > 0,
  channels: ({ channels }) => channels.length > 0,
  overLive: ({ isOverLive }) => isOverLive,
  deleted: ({ deleted }) => deleted !== undefined,
}

export const isAsked = (state: ListState, filter: GeneralFilter): boolean => asked[filter](state)
