import type { contract } from '@pim/contract'
import type { Resources } from '@pim/contract/resources/schemas.ts'
import type { Handlers } from '../../http/handlers.ts'
import { LatestAnswer, SharedAnswer } from '../../http/shared-answer.ts'
import { localesIn, type Section, type Sections, type Strings } from '../../platform/sections/index.ts'

export interface ResourcesOptions {
  /** The folder that holds the host, the sections and the shared packages. */
  readonly root: string
  /** Sections that are deployed elsewhere bring their strings in their manifest. */
  readonly sections: Sections
  readonly onFault?: (message: string, cause?: unknown) => void
  readonly now?: () => number
}

const reloadAfterMs = 1_000

interface ResourcesAsked {
  readonly languageCode?: string | undefined
  readonly screen?: string | undefined
  readonly part?: 'first' | 'rest' | undefined
}

interface Loaded {
  readonly languages: readonly Strings[]
  readonly sections: readonly Section[]
  /** Answers that were made since the texts were read, by what was asked for. */
  readonly answers: Map<string, SharedAnswer>
}

/**
 * The strings of one language or of all as the response, or those that a screen shows at first; read again at most once a
 * second: sections can be deployed meanwhile. A language that nobody has translated anything into has no strings.
 */
export function resourcesFrom({
  root,
  sections,
  onFault,
  now = Date.now,
}: ResourcesOptions): (asked: ResourcesAsked) => Promise<SharedAnswer> {
  const latest = new Map<string, LatestAnswer>()
  let load: { at: number; result: Promise<Loaded> } | undefined
  // Each message once, not at every reload.
  const reported = new Set<string>()
  const reportOnce = (message: string, cause?: unknown) => {
    if (reported.has(message)) return
    reported.add(message)
    onFault?.(message, cause)
  }

  async function read(): Promise<Loaded> {
    const known = await sections()
    return { languages: await localesIn(root, reportOnce, known), sections: known, answers: new Map() }
  }

  function made({ languages, sections: known, answers }: Loaded, { languageCode, screen, part }: ResourcesAsked) {
    const wanted = languages.filter((each) => languageCode === undefined || each.languageCode === languageCode)
    if (wanted.length === 0) return none
    // A screen that no section has is asked for by anybody, under any name: all of these are one answer.
    // Defence 341, without: const isKnown = true
    const isKnown = screen !== undefined && known.some((section) => screensBelow(section, screen).length > 0)
    const name = `${languageCode ?? ''} ${screen === undefined ? '' : `${part ?? 'first'} ${isKnown ? screen : '?'}`}`
    const answer = answers.get(name)
    if (answer) return answer
    const isFirst = screen === undefined ? () => true : firstKeys(known, screen)
    const isWanted = (key: string) => isFirst(key) === (screen === undefined || part !== 'rest')
    const resources: Resources = wanted.map(({ languageCode: code, entries }) => ({
      languageCode: code,
      namespace: 'pim' as const,
      entries: Object.fromEntries(Object.entries(entries).filter(([key]) => isWanted(key))),
    }))
    const last = latest.get(name) ?? new LatestAnswer()
    latest.set(name, last)
    const fresh = last.of(JSON.stringify(resources))
    answers.set(name, fresh)
    return fresh
  }

  return async (asked) => {
    if (!load || now() - load.at >= reloadAfterMs) load = { at: now(), result: read() }
    return made(await load.result, asked)
  }
}

/** How the keys begin of what all screens say: the shell around them, problems and their parts. */
const ofAllScreens = ['shell', 'ui']
/** The same of what screens of sections say only after somebody has typed or opened something. */
const ofFewScreens = [
  'shell.fieldError',
  'shell.firstTenant',
  'shell.keys',
  'shell.prototype',
  'shell.uploads',
  'ui.erase',
]
/** The same of the packages that sections share. */
const ofSharedPackages = ['kit', 'fieldTypes']

const screensBelow = ({ screens, paths = Object.keys(screens ?? {}) }: Section, screen: string): readonly string[] =>
  paths.filter((path) => (path.split('/')[1] ?? '') === screen)

/** The keys of titles and of lines of the menu and the palette, which the shell shows before a section's code. */
const offeredKeys = ({
  titleKey,
  screens = {},
  commands = [],
  menu = [],
  fills = {},
  slots = {},
}: Section): readonly string[] => [
  ...(titleKey === undefined ? [] : [titleKey]),
  ...Object.values(screens).map((screen) => screen.titleKey),
  ...[...commands, ...menu].flatMap((lead) => [lead.titleKey, lead.keywordsKey ?? lead.titleKey]),
  ...Object.values(fills).flatMap((named) => Object.values(named).map((fill) => fill.titleKey)),
  ...Object.values(slots).map((slot) => slot.titleKey),
]

/** Whether a key is of what these screens say at first. */
function firstKeys(sections: readonly Section[], screen: string): (key: string) => boolean {
  const beginnings = sections.flatMap((section) => {
    const all = [section.name, ...ofSharedPackages]
    return screensBelow(section, screen).flatMap((path) => section.firstStrings?.[path] ?? all)
  })
  const first = new Set([...ofAllScreens, ...beginnings])
  const offered = new Set(sections.flatMap(offeredKeys))
  return (key) => {
    if (beginnings.length > 0 && ofFewScreens.some((beginning) => key.startsWith(`${beginning}.`))) return false
    for (let end = key.indexOf('.'); end > 0; end = key.indexOf('.', end + 1))
      if (first.has(key.slice(0, end))) return true
    return first.has(key) || offered.has(key)
  }
}

const none = new SharedAnswer('[]')

/** Cached by browsers and revalidated at each load, so that a corrected string is seen at once. */
const caching = { 'cache-control': 'public, no-cache' }

export function resourcesHandlers(options: ResourcesOptions): Handlers<typeof contract.resources> {
  const resources = resourcesFrom(options)
  return {
    getAllResources: async ({ context, query }) => {
      const answer = await resources(query)
      return answer.responseTo(context.headers, caching)
    },
  }
}
