import type { SlotName } from '@pim/shell/slots'
import { type ReactNode, Suspense, useCallback, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { LoadedSection } from '../remotes/loaded-section.ts'
import { SectionBoundary } from '../remotes/section-boundary.tsx'
import type { SectionFailure } from '../remotes/section-failure.ts'
import type { Section } from '../remotes/sections.ts'
import { useShellParts } from '../shell-context.ts'
import { FailedFill } from './failed-fill.tsx'
import { useFillCode } from './fill-code.ts'
import { keepRetryingOnce } from './keep-retrying-once.ts'

interface FillPlaceProps {
  /** The build that the person gets now. */
  section: Section
  slot: SlotName
  name: string
  given: object
  waiting: ReactNode
}

/**
 * Draws what a section adds to a slot: loads the section, fetches the code of the fill, and shows where either fails. The build that
 * it began with stays while it works, also where another one is live by now: somebody may be typing in it.
 */
export function FillPlace({ section: latest, ...place }: FillPlaceProps) {
  const { loader } = useShellParts()
  const [section, setSection] = useState(latest)
  const state = useStore(loader.store, () => loader.state(section))
  const hasFailed = state.status === 'failed'
  if (hasFailed && section.manifestUrl !== latest.manifestUrl) setSection(latest)
  useEffect(() => {
    // A failed one is retried by itself; each place that is drawn anew would start it once more.
    if (loader.state(section).status !== 'failed') loader.load(section)
  }, [loader, section])
  useEffect(() => (hasFailed ? keepRetryingOnce(loader, section) : undefined), [loader, section, hasFailed])
  switch (state.status) {
    case 'loading':
      return place.waiting
    case 'failed':
      return (
        <FailedFill
          {...place}
          section={section}
          reason={state.failure.reason}
          isRetrying={state.isRetrying}
          onRetry={() => loader.retry(section)}
        />
      )
    case 'ready':
      return <LoadedFill key={section.manifestUrl} {...place} section={section} remote={state.remote} />
  }
}

interface LoadedFillProps extends FillPlaceProps {
  remote: LoadedSection
}

function LoadedFill({ section, slot, name, given, waiting, remote }: LoadedFillProps) {
  const { reportFailure } = useShellParts()
  const report = useCallback((failure: SectionFailure) => reportFailure(section, failure), [reportFailure, section])
  const { Component, failure, fail, retry } = useFillCode(
    remote.fills?.[slot]?.[name],
    `${name} of ${section.name} in ${slot}`,
    report,
  )
  if (failure) {
    return <FailedFill {...{ section, slot, name }} reason={failure.reason} isRetrying={false} onRetry={retry} />
  }
  if (!Component) return waiting
  return (
    <SectionBoundary onFailed={fail}>
      <Suspense fallback={waiting}>
        <Component {...given} />
      </Suspense>
    </SectionBoundary>
  )
}
