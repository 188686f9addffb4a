import { Suspense, useEffect } from 'react'
import { useRoutes } from 'react-router'
import { useStore } from 'zustand'
import { LoadingScreen } from '../layout/loading-screen.tsx'
import { LoadingSection } from './loading-section.tsx'
import { SectionBoundary } from './section-boundary.tsx'
import type { SectionLoader } from './section-loader.ts'
import type { Section } from './sections.ts'
import { UnavailablePanel } from './unavailable-panel.tsx'

interface SectionOutletProps {
  section: Section
  loader: SectionLoader
}

/** Draws a section: its routes, a skeleton while it loads, or why it is unavailable. */
export function SectionOutlet({ section, loader }: SectionOutletProps) {
  const state = useStore(loader.store, () => loader.state(section))
  const hasFailed = state.status === 'failed'
  useEffect(() => loader.load(section), [loader, section])
  useEffect(() => (hasFailed ? loader.keepRetrying(section) : undefined), [loader, section, hasFailed])
  switch (state.status) {
    case 'loading':
      return <LoadingSection section={section} />
    case 'failed':
      return (
        <UnavailablePanel
          section={section}
          reason={state.failure.reason}
          isRetrying={state.isRetrying}
          onRetry={() => loader.retry(section)}
        />
      )
    case 'ready':
      return (
        <SectionBoundary key={section.manifestUrl} onFailed={(cause) => loader.fail(section, cause)}>
          <Suspense fallback={<LoadingScreen />}>
            <SectionRoutes routes={state.remote.routes} />
          </Suspense>
        </SectionBoundary>
      )
  }
}

const SectionRoutes = ({ routes }: { routes: Parameters<typeof useRoutes>[0] }) => useRoutes(routes)
