import type { SectionLoader } from '../remotes/section-loader.ts'
import type { Section } from '../remotes/sections.ts'

interface Retries {
  places: number
  readonly stop: () => void
}
const retries = new WeakMap<SectionLoader, Map<string, Retries>>()

/** Retries a failed section by itself, once for all places that it fills: a column has one in each row. */
export function keepRetryingOnce(loader: SectionLoader, section: Section): () => void {
  const byUrl = retries.get(loader) ?? new Map<string, Retries>()
  retries.set(loader, byUrl)
  const { manifestUrl } = section
  const running = byUrl.get(manifestUrl) ?? { places: 0, stop: loader.keepRetrying(section) }
  byUrl.set(manifestUrl, running)
  running.places += 1
  return () => {
    running.places -= 1
    if (running.places > 0) return
    byUrl.delete(manifestUrl)
    running.stop()
  }
}
