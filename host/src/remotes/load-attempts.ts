import type { SectionBuild } from './manifests.ts'
import type { Section } from './sections.ts'

/** The attempts to load a section from one manifest URL. */
export interface Attempts {
  /** The number of the last attempt; the result of an earlier one that ends later is ignored. */
  number: number
  isRunning: boolean
  /** The number of the last download; it is part of the URLs, so that each is a new request. */
  downloads: number
  build?: SectionBuild
  /** The text of the files that the last attempt ran, where they were downloaded first. */
  files?: string | undefined
  /** The chunk that did not come to the loaded section. */
  missingFile?: string | undefined
  /** The release that threw while it was drawn. It would throw again, so it is not retried without a hand. */
  brokenRelease?: string | undefined
}

export interface LoadAttempts {
  readonly of: (section: Section) => Attempts
  /** Whether nothing but one attempt was made yet: it is for the section that the page is opened with. */
  readonly isFirstOfPage: () => boolean
}

/** How often each build was asked for, and what is known of it since. */
export function createLoadAttempts(): LoadAttempts {
  const byUrl = new Map<string, Attempts>()
  return {
    of: ({ manifestUrl }) => {
      const attempts = byUrl.get(manifestUrl) ?? { number: 0, isRunning: false, downloads: 0 }
      byUrl.set(manifestUrl, attempts)
      return attempts
    },
    isFirstOfPage: () => byUrl.size === 1 && [...byUrl.values()].every(({ number }) => number === 1),
  }
}
