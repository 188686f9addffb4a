import { Suspense, useEffect } from 'react'
import { useRoutes } from 'react-router'
import { useStore } from 'zustand'
import { LoadingScreen } from '../layout/loading-screen.tsx'
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
  const retry = () => loader.retry(section)
  const state = useStore(loader.store, () => loader.state(section))
  useEffect(() => loader.load(section), [loader, section])

  switch (state.status) {
    case 'loading':
      return <LoadingScreen />
    case 'failed':
      return <UnavailablePanel section={section} reason={state.failure.reason} onRetry={retry} />
    case 'ready':
      return (
        <SectionBoundary key={section.name} section={section} onRetry={retry}>
          <Suspense fallback={<LoadingScreen />}>
            <SectionRoutes routes={state.remote.routes} />
          </Suspense>
        </SectionBoundary>
      )
  }
}

const SectionRoutes = ({ routes }: { routes: Parameters<typeof useRoutes>[0] }) => useRoutes(routes)
