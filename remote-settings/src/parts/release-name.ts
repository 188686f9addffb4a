/** Characters of a release's hash that tell it from all others of the section. */
const shownCharacters = 8

/** A release as people call it: the first characters of its hash. */
export const releaseName = (release: string): string => release.slice(0, shownCharacters)
