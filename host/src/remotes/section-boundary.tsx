import { Component, type ReactNode } from 'react'
import type { Section } from './sections.ts'
import { UnavailablePanel } from './unavailable-panel.tsx'

interface SectionBoundaryProps {
  section: Section
  /** Its result is drawn in place of this boundary. */
  onRetry: () => void
  children: ReactNode
}

/** An error boundary around a section: an error while rendering leaves the shell and the other sections working. */
export class SectionBoundary extends Component<SectionBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return <UnavailablePanel section={this.props.section} reason="broken" onRetry={this.props.onRetry} />
  }
}
