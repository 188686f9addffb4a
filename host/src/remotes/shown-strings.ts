import type { LoadedSection } from './loaded-section.ts'
import type { Section } from './sections.ts'

/** Puts the strings of a build over those of another build of its section; it must not fail. */
export type AddStrings = (remote: LoadedSection) => Promise<void> | undefined

/** Keeps of which build of each section the strings are in use. */
export function shownStrings(add: AddStrings) {
  const urls = new Map<string, string>()
  return {
    areOf: ({ name, manifestUrl }: Section): boolean => urls.get(name) === manifestUrl,
    show: ({ name, manifestUrl }: Section, remote: LoadedSection) => {
      urls.set(name, manifestUrl)
      return add(remote)
    },
  }
}
