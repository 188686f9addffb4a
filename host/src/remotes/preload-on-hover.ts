import type { SectionLoader } from './section-loader.ts'
import type { Section } from './sections.ts'

/** Event handlers for a link to a section: they preload it on hover and on focus. */
export const preloadOnHover = (loader: SectionLoader, section: Section) => ({
  onPointerEnter: () => loader.preload(section, { withEntry: true }),
  onFocus: () => loader.preload(section, { withEntry: true }),
})
