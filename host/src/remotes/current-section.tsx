import { useLocation, useOutletContext } from 'react-router'
import { useShellParts } from '../shell-context.ts'
import { SectionOutlet } from './section-outlet.tsx'
import { type Section, sectionAt } from './sections.ts'

/** Draws the section that the URL belongs to. */
export function CurrentSection() {
  const { loader } = useShellParts()
  const section = sectionAt(useOutletContext<Section[]>(), useLocation().pathname)
  return section ? <SectionOutlet key={section.name} section={section} loader={loader} /> : null
}
