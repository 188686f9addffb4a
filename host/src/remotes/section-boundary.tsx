import { Component, type ReactNode } from 'react'

interface SectionBoundaryProps {
  /** Is told what the section threw; it then draws something in place of this boundary. */
  onFailed: (cause: unknown) => void
  children: ReactNode
}

/** An error boundary around a section: an error while rendering leaves the shell and the other sections working. */
export class SectionBoundary extends Component<SectionBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidCatch(cause: unknown) {
    this.props.onFailed(cause)
  }

  override render() {
    return this.state.hasFailed ? null : this.props.children
  }
}
