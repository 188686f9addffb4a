import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

type Entries = Readonly<Record<string, string>>

/** A folder with strings: the host, a shared package or a section. */
interface Room {
  readonly path: string
  readonly languages: ReadonlyMap<string, Entries>
}

/** The product is written in it: its keys are those that the code asks for. */
const written = 'en-US'

/**
 * Where a part of a key is made at run time, the code has a template such as `content.step.${step}Done`. A part stands
 * for one word without a dot, which has to stand somewhere in the code. These are the templates whose parts are
 * made of several words.
 */
const parts: Readonly<Record<string, RegExp>> = {
  'content.filter.modified.*': /^content\.filter\.modified\.(from)?(to)?$/,
  'kit.plan.*': /^kit\.plan\.(?:outcome|done)\.(\w+?)(?:Too|ByItself)?$/,
  'shell.prototype.*': /^shell\.prototype\.(?:content-layout\.)?([\w-]+)$/,
}

/** i18next picks one of these endings by the number, and `_none` where the code names that context. */
const endings = /_(?:zero|one|two|few|many|other|none)$/
const pluralEnding = /_(zero|one|two|few|many|other)$/
const withoutEnding = (key: string): string => key.replace(endings, '')

/**
 * What is wrong with the strings of the packages below the folder, one sentence each. A section in a repository of its own
 * is one package, the folder itself, and its keys may also be those of the packages that it builds on.
 */
export function wordFaults(root: string, packages = packagesIn(root)): { faults: string[]; keyCount: number } {
  const rooms = roomsIn(root, packages)
  const keys = new Set(rooms.flatMap(({ languages }) => Object.keys(languages.get(written) ?? {})))
  const faults = [...useFaults(root, packages, keys), ...translationFaults(rooms), ...secondWordings(rooms)]
  return { faults, keyCount: keys.size }
}

/** The words for the codes of problems, the same for all sections. */
const problemWords = 'shell.problem.'

/** Keys that end with a code of another list, of which some are called as a problem is. */
const otherCodes = ['shell.fieldError.', 'kit.issue.', 'kit.file.reason.', 'exchange.schedule.problem.']

/** A code of a problem that is worded again, and a key that two packages have: whoever changes one of them forgets the other. */
function secondWordings(rooms: readonly Room[]): string[] {
  const faults: string[] = []
  const owners = new Map<string, string>()
  for (const { path, languages } of rooms)
    for (const key of Object.keys(languages.get(written) ?? {})) {
      const owner = owners.get(key)
      if (owner !== undefined)
        faults.push(`"${key}" is in the strings of ${owner} and of ${path}: take one of them out`)
      owners.set(key, path)
    }
  for (const [key, path] of owners) {
    const code = withoutEnding(key).split('.').at(-1) ?? ''
    const isWording = owners.has(`${problemWords}${code}`) && !key.startsWith(problemWords)
    if (isWording && /^[A-Z_]+$/.test(code) && !otherCodes.some((start) => key.startsWith(start)))
      faults.push(`${path} words the problem ${code} once more with "${key}": use "${problemWords}${code}"`)
  }
  return faults
}

function packagesIn(root: string): string[] {
  const below = ['shared', 'examples']
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`))
  return [...readdirSync(root).filter((name) => name === 'host' || name.startsWith('remote-')), ...below]
}

function roomsIn(root: string, packages: readonly string[]): Room[] {
  return packages
    .map((path) => ({ path, folder: join(root, path, 'locales') }))
    .filter(({ folder }) => existsSync(folder))
    .map(({ path, folder }) => ({
      path,
      languages: new Map(
        readdirSync(folder).map((name) => [
          name.replace(/\.json$/, ''),
          JSON.parse(readFileSync(join(folder, name), 'utf8')) as Entries,
        ]),
      ),
    }))
}

function useFaults(root: string, packages: readonly string[], keys: ReadonlySet<string>): string[] {
  const faults: string[] = []
  const known = new Set([...keys].map(withoutEnding))
  const namespaces = new Set([...keys].map((key) => key.split('.')[0] ?? ''))
  const used = new Set<string>()
  const words = new Set<string>()
  const patterns = new Map<string, { pattern: RegExp; path: string }>()
  for (const { path, text } of textsIn(root, packages)) {
    for (const [, , key = ''] of text.matchAll(/(['"`])([a-z][A-Za-z]*(?:\.[\w-]+)+)\1/g)) used.add(key)
    for (const [word] of text.matchAll(/(?<=['"`/])[\w-]+(?=['"`])|\b\w+(?=\??:)|\b\d[\d_]*\b/g))
      words.add(/^\d/.test(word) ? word.replaceAll('_', '') : word)
    for (const [, key = ''] of text.matchAll(/{{([\w.-]+)}}/g)) used.add(key)
    for (const [, , key = ''] of text.matchAll(/\bt\(\s*(['"`])([\w-]+(?:\.[\w-]+)+)\1/g)) {
      if (!keys.has(key) && !known.has(key)) faults.push(`${path} asks for "${key}", which no ${written}.json has`)
    }
    for (const [, template = ''] of text.matchAll(/`([a-z][A-Za-z]*\.[^`\s]*\$\{[^`]*)`/g)) {
      const shape = template.replace(/\$\{[^}]*\}/g, '*')
      if (namespaces.has(shape.split('.')[0] ?? '') && /^[\w.*-]+$/.test(shape)) {
        patterns.set(shape, { pattern: parts[shape] ?? patternOf(shape), path })
      }
    }
  }
  const isMade = new Set<string>()
  for (const [shape, { pattern, path }] of patterns) {
    const made = [...known].filter((key) => {
      const [, ...stands] = pattern.exec(key) ?? []
      return stands.length > 0 && stands.every((word) => word === undefined || words.has(word))
    })
    for (const key of made) isMade.add(key)
    if (made.length === 0) faults.push(`${path} asks for \`${shape}\`, and no key in ${written}.json looks like that`)
  }
  for (const key of keys) {
    const base = withoutEnding(key)
    if (!used.has(key) && !used.has(base) && !isMade.has(base))
      faults.push(`"${key}" is used by no screen: take it out`)
  }
  return faults
}

const patternOf = (shape: string): RegExp =>
  new RegExp(
    `^${shape
      .split('*')
      .map((part) => part.replace(/[.-]/g, '\\$&'))
      .join('([\\w-]+)')}$`,
  )

/** What may name a key: the code of the screens, the page itself and the facts of a section. */
function textsIn(root: string, packages: readonly string[]): { path: string; text: string }[] {
  const read = (path: string) => ({ path, text: readFileSync(join(root, path), 'utf8') })
  return packages.flatMap((folder) => [
    ...screenFiles(root, folder).map(read),
    ...['index.html', 'remote.json']
      .map((name) => posix.join(folder, name))
      .filter((path) => existsSync(join(root, path)))
      .map(read),
  ])
}

const isTest = /\.(?:test|spec)\.tsx?$|\/testing(?:\/|\.|-)/

/** The TypeScript files of a package without its tests, by their paths from the root. */
function screenFiles(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name)
    if (entry.name.startsWith('.') || ['node_modules', 'dist', 'coverage', 'e2e'].includes(entry.name)) return []
    if (entry.isDirectory()) return screenFiles(root, path)
    return /\.tsx?$/.test(entry.name) && !isTest.test(`/${path}`) ? [path] : []
  })
}

function translationFaults(rooms: readonly Room[]): string[] {
  const all = [...new Set(rooms.flatMap(({ languages }) => [...languages.keys()]))].sort()
  return rooms.flatMap(({ path, languages }) =>
    all.flatMap((language) => {
      const file = posix.join(path, 'locales', `${language}.json`)
      const entries = languages.get(language)
      return entries ? faultsOfFile(file, language, languages.get(written) ?? {}, entries) : [`${file} is not there`]
    }),
  )
}

/** In texts of buttons the sign says that a question follows. */
const underWay = /\.(?:loading|saving|searching|inspecting)$/

function faultsOfFile(file: string, language: string, original: Entries, entries: Entries): string[] {
  const faults: string[] = []
  const wanted = wantedKeys(original, language)
  for (const [key, source] of wanted) {
    const text = entries[key]
    if (text === undefined) faults.push(`${file} lacks "${key}". In ${written} it is: ${source}`)
    else if (text.trim() === '') faults.push(`${file} has an empty text for "${key}"`)
    else if (marksIn(text) !== marksIn(source)) {
      faults.push(`${file} has other placeholders in "${key}" (${marksIn(text)}) than ${written} (${marksIn(source)})`)
    }
  }
  for (const [key, text] of Object.entries(entries))
    if (underWay.test(key) && text.includes('…')) faults.push(`${file} has “…” in "${key}", which is under way`)
  for (const key of Object.keys(entries))
    if (!wanted.has(key)) faults.push(`${file} has "${key}", which ${written} lacks`)
  return faults
}

/** The keys that a language needs, with the text to translate: plural forms are those of the language itself. */
function wantedKeys(original: Entries, language: string): Map<string, string> {
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories
  const wanted = new Map<string, string>()
  for (const [key, text] of Object.entries(original)) {
    const base = key.replace(pluralEnding, '')
    const isForm = key !== base && !key.endsWith('_zero') && `${base}_other` in original
    if (!isForm) wanted.set(key, text)
    else for (const form of forms) wanted.set(`${base}_${form}`, original[`${base}_${form}`] ?? text)
  }
  return wanted
}

const marksIn = (text: string): string => [...new Set(text.match(/{{[^}]*}}|<\/?\w+>/g))].sort().join(' ')
