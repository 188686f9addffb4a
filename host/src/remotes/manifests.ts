import { SectionFailure } from './section-failure.ts'

interface Manifest {
  metaData: { globalName: string; remoteEntry: { path: string; name: string } }
  exposes: { assets: { js: { sync: string[] }; css: { sync: string[] } } }[]
  neededExports?: Record<string, string[]>
  integrity?: Record<string, string>
}

/** A build of a section, read from its manifest; all URLs are absolute. */
export interface SectionBuild {
  /** The name of the federation container, which differs in each build. */
  name: string
  entry: string
  /** The scripts that the section needs first. */
  scripts: string[]
  /** The stylesheets that the section needs first. */
  styles: string[]
  /** The names that the section imports of the modules that the shell lends. */
  neededExports: Record<string, string[]>
  /** The hashes of its files by URL, as `integrity` of HTML has them; empty of a build that has none in its manifest. */
  integrity: Record<string, string>
  /** The text of the manifest, which differs from one release to the next. */
  release: string
}

/** Caches federation manifests by URL, so that preloading a section and loading it use one request. */
export function manifestCache(
  fetchManifest: (url: string, signal: AbortSignal, isRepeat: boolean, integrity: string) => Promise<Response>,
  deadline: number,
) {
  const texts = new Map<string, Promise<string>>()
  const evicted = new Set<string>()
  const read = (address: string) => {
    const url = absolute(address)
    let text = texts.get(url)
    if (!text) {
      const loading = load(url)
      text = loading
      texts.set(url, loading)
      loading.catch(() => texts.get(url) === loading && evict(url))
    }
    return text
  }
  const load = async (url: string) => {
    const response = await fetchManifest(url, AbortSignal.timeout(deadline), evicted.has(url), pinIn(url)).catch(
      (cause: unknown) => {
        throw new SectionFailure('unreachable', `${url} could not be fetched.`, cause)
      },
    )
    if (!response.ok) throw new SectionFailure('unreachable', `${url} answered ${response.status}.`)
    return response.text()
  }
  const evict = (address: string) => {
    const url = absolute(address)
    texts.delete(url)
    evicted.add(url)
  }
  return {
    /** The JSON file at a URL. */
    json: async (url: string): Promise<unknown> => parsed(url, await read(url)),
    build: async (address: string): Promise<SectionBuild> => {
      const url = absolute(address)
      const release = await read(url)
      return { ...buildOf(parsed(url, release), url), release }
    },
    /** Makes the next reading ask the server. */
    evict,
  }
}
export type ManifestCache = ReturnType<typeof manifestCache>

function parsed(url: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new SectionFailure('unreachable', `${url} is not JSON.`, cause)
  }
}

function buildOf(manifest: unknown, url: string): Omit<SectionBuild, 'release'> {
  try {
    const { metaData, exposes, neededExports = {}, integrity = {} } = manifest as Manifest
    const { path, name } = metaData.remoteEntry
    const resolve = (file: string) => new URL(file, url).href
    return {
      name: metaData.globalName,
      entry: resolve(path + name),
      scripts: exposes.flatMap(({ assets }) => assets.js.sync.map(resolve)),
      styles: exposes.flatMap(({ assets }) => assets.css.sync.map(resolve)),
      neededExports,
      integrity: Object.fromEntries(Object.entries(integrity).map(([file, hash]) => [resolve(file), hash])),
    }
  } catch (cause) {
    throw new SectionFailure('unreachable', `${url} is no manifest of a section.`, cause)
  }
}

/** The hash that the operator has put behind the address of a manifest: no other manifest is taken. Empty where there is none. */
export const pinIn = (url: string): string => decodeURIComponent(new URL(url).hash.slice(1))

/** The configuration may have a relative address. */
export const absolute = (url: string) => new URL(url, location.href).href
