export { type Section, type Sections, sectionsIn } from './sections.ts'
export { localesIn, type Strings } from './strings.ts'
