import { useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import type { SectionLoader } from './section-loader.ts'
import { type Section, screenAt, sectionAt } from './sections.ts'

/** The builds that this page draws. What is offered meanwhile takes the place of one only when its section is entered. */
interface OpenBuilds {
  /** The name of the section on the screen. */
  readonly current: string | undefined
  /** The build of each section that was opened, by its name. */
  readonly drawn: ReadonlyMap<string, Section>
  /** Since when another build is offered than the one on the screen. */
  readonly newerSince: number | undefined
}

interface Circumstances {
  readonly isReady: (section: Section) => boolean
  /** Files are on their way, of which the code that sends them knows more than any other. */
  readonly isUploading: () => boolean
  readonly now: () => number
}

const noBuilds: OpenBuilds = { current: undefined, drawn: new Map(), newerSince: undefined }

/** The builds to draw now; the same object where nothing is to change. */
export function nextBuilds(
  before: OpenBuilds,
  offered: readonly Section[],
  pathname: string,
  { isReady, isUploading, now }: Circumstances,
): OpenBuilds {
  const offeredOf = ({ name }: Section) => offered.find((section) => section.name === name)
  const drawn = before.drawn.get(before.current ?? '')
  const isStaying = drawn !== undefined && screenAt(drawn, pathname) !== undefined && offeredOf(drawn) !== undefined
  const section = isStaying ? offeredOf(drawn) : sectionAt(offered, pathname)
  if (!section) return before.current === undefined ? before : { ...before, current: undefined, newerSince: undefined }
  const earlier = before.drawn.get(section.name)
  // Defence 281, without: const isKept = false
  const isKept = earlier !== undefined && isReady(earlier) && (isStaying || isUploading()) && !isSame(earlier, section)
  const build = isKept ? earlier : section
  const newerSince = isKept ? (before.newerSince ?? now()) : undefined
  if (before.current === section.name && earlier === build && before.newerSince === newerSince) return before
  return { current: section.name, drawn: new Map(before.drawn).set(section.name, build), newerSince }
}

const isSame = (one: Section, other: Section) => one.manifestUrl === other.manifestUrl

interface OpenBuildsOptions {
  readonly loader: SectionLoader
  readonly isUploading: () => boolean
  readonly now?: () => number
}

/**
 * The sections to draw of those that are offered: the one on the screen stays the build that it is while that works. Another one
 * is downloaded meanwhile, and drawn when its section is entered the next time.
 */
export function useOpenBuilds(
  offered: readonly Section[],
  pathname: string,
  { loader, isUploading, now = Date.now }: OpenBuildsOptions,
): { readonly sections: readonly Section[]; readonly newerSince: number | undefined } {
  const [builds, setBuilds] = useState(noBuilds)
  const { current = '', drawn, newerSince } = builds
  const build = drawn.get(current)
  // A failed one is replaced at once, so its state is followed.
  useStore(loader.store, () => build && loader.state(build).status)
  const isReady = (section: Section) => loader.state(section).status === 'ready'
  const next = nextBuilds(builds, offered, pathname, { isReady, isUploading, now })
  if (next !== builds) setBuilds(next)
  const newer = newerSince === undefined ? undefined : offered.find(({ name }) => name === current)
  useEffect(() => {
    if (newer) loader.preload(newer, { withEntry: true })
  }, [loader, newer])
  const sections = useMemo(
    () => offered.map((section) => (section.name === build?.name ? build : section)),
    [offered, build],
  )
  return { sections, newerSince }
}
