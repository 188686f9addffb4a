export { type Section, type Sections, sectionsIn } from './sections.ts'
export { seenSectionsIn } from './seen-sections.ts'
export { localesIn, type Strings } from './strings.ts'
