import type { SectionLoader } from './section-loader.ts'
import type { Section } from './sections.ts'

/** A section is fetched when a way to it is pointed at or reached by the Tab key, and there when it is pressed. */
export const fetchAhead = (loader: SectionLoader, section: Section) => ({
  onPointerEnter: () => loader.preload(section),
  onFocus: () => loader.preload(section),
})
