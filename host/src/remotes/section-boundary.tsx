import { Component, type ReactNode } from 'react'
import type { Section } from './sections.ts'
import { UnavailablePanel } from './unavailable-panel.tsx'

interface SectionBoundaryProps {
  section: Section
  /** Draws what comes of it in place of this. */
  onRetry: () => void
  children: ReactNode
}

/** Holds what a section throws while it is drawn: the shell and the other sections go on. */
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
