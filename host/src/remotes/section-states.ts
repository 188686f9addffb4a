import { createStore, type StoreApi } from 'zustand'
import type { LoadedSection } from './loaded-section.ts'
import type { SectionFailure } from './section-failure.ts'
import type { Section } from './sections.ts'

export type SectionState =
  | { status: 'loading' }
  | { status: 'ready'; remote: LoadedSection }
  | { status: 'failed'; failure: SectionFailure; isRetrying: boolean }

export type FailedState = Extract<SectionState, { status: 'failed' }>

/** By manifest URL, because a tenant may have its own build of a section. */
type StatesByUrl = ReadonlyMap<string, SectionState>

/** Whether each build is loading, ready or failed; the screens follow it. */
export interface SectionStates {
  readonly store: StoreApi<StatesByUrl>
  /** Undefined of one that was never asked for. */
  readonly of: (section: Section) => SectionState | undefined
  readonly set: (section: Section, state: SectionState) => void
  readonly fail: (section: Section, failure: SectionFailure) => void
  /** The state of a section that has failed. */
  readonly failed: (section: Section) => FailedState | undefined
}

export function createSectionStates(onFailed?: (section: Section, failure: SectionFailure) => void): SectionStates {
  const store = createStore<StatesByUrl>(() => new Map())
  const of = ({ manifestUrl }: Section) => store.getState().get(manifestUrl)
  const set = ({ manifestUrl }: Section, state: SectionState) =>
    store.setState((states) => new Map(states).set(manifestUrl, state), true)
  return {
    store,
    of,
    set,
    fail: (section, failure) => {
      set(section, { status: 'failed', failure, isRetrying: false })
      onFailed?.(section, failure)
    },
    failed: (section) => {
      const state = of(section)
      return state?.status === 'failed' ? state : undefined
    },
  }
}
