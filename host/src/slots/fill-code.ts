import type { FillLoader } from '@pim/shell/provide'
import { type ComponentType, useCallback, useEffect, useState } from 'react'
import { withGrowingPauses } from '../remotes/growing-pauses.ts'
import { failureOf, SectionFailure } from '../remotes/section-failure.ts'
import { loadDeadlineMs } from '../remotes/section-loader.ts'

export type FilledComponent = ComponentType<object>

/** Code of fills that has come or is on its way, shared by all places that show it. */
const there = new WeakMap<FillLoader, FilledComponent>()
const onItsWay = new WeakMap<FillLoader, Promise<FilledComponent>>()

function fetchOnce(load: FillLoader, what: string): Promise<FilledComponent> {
  const known = onItsWay.get(load)
  if (known) return known
  const fetching = Promise.resolve()
    .then(load)
    .then((component) => {
      if (!component) throw new SectionFailure('broken', `${what} is no component.`)
      there.set(load, component as FilledComponent)
      return component as FilledComponent
    })
    .finally(() => onItsWay.delete(load))
  onItsWay.set(load, fetching)
  return fetching
}

export interface FillCode {
  readonly Component: FilledComponent | undefined
  readonly failure: SectionFailure | undefined
  /** The component threw while it was drawn. */
  readonly fail: (cause: unknown) => void
  readonly retry: () => void
}

/**
 * The code of a fill, of a section that is loaded. What does not come is fetched again by itself, also after the deadline; what
 * threw would throw again, so that it waits for a hand.
 */
export function useFillCode(
  load: FillLoader | undefined,
  what: string,
  report: (failure: SectionFailure) => void,
): FillCode {
  const [tries, setTries] = useState(0)
  const [outcome, setOutcome] = useState<Pick<FillCode, 'Component' | 'failure'>>({
    Component: load && there.get(load),
    failure: undefined,
  })
  const fail = useCallback(
    (cause: unknown) => {
      const failure = failureOf(what, cause)
      setOutcome({ Component: undefined, failure })
      report(failure)
    },
    [what, report],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try runs it anew
  useEffect(() => {
    const known = load && there.get(load)
    if (known) return setOutcome({ Component: known, failure: undefined })
    if (!load) return fail(new SectionFailure('broken', `${what} is not in the code of its section.`))
    let isShown = true
    const timer = setTimeout(() => fail(new SectionFailure('timeout', `${what} did not load.`)), loadDeadlineMs)
    fetchOnce(load, what)
      .then(
        (Component) => isShown && setOutcome({ Component, failure: undefined }),
        (cause: unknown) => isShown && fail(cause),
      )
      .finally(() => clearTimeout(timer))
    return () => {
      isShown = false
      clearTimeout(timer)
    }
  }, [load, what, fail, tries])
  const retry = useCallback(() => setTries((count) => count + 1), [])
  const isAway = outcome.failure?.reason === 'unreachable'
  useEffect(() => (isAway ? withGrowingPauses(retry) : undefined), [isAway, retry])
  return { ...outcome, fail, retry }
}
