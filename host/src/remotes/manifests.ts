import { SectionFailure } from './section-failure.ts'

interface Manifest {
  metaData: { remoteEntry: { path: string; name: string } }
  exposes: { assets: { js: { sync: string[] }; css: { sync: string[] } } }[]
}

/** Caches federation manifests by URL, so that preloading a section and loading it use one request. */
export function manifestCache(
  fetchManifest: (url: string, signal: AbortSignal) => Promise<Response>,
  deadline: number,
) {
  const texts = new Map<string, Promise<string>>()

  const read = (address: string) => {
    const url = absolute(address)
    let text = texts.get(url)
    if (!text) {
      text = load(url)
      texts.set(url, text)
      text.catch(() => texts.delete(url))
    }
    return text
  }
  const load = async (url: string) => {
    const response = await fetchManifest(url, AbortSignal.timeout(deadline))
    if (!response.ok) throw new SectionFailure('unreachable', `${url} answered ${response.status}.`)
    return response.text()
  }

  return {
    /** The manifest as a new `Response`, because the federation runtime reads its body. */
    response: async (url: string) => new Response(await read(url), { headers: { 'content-type': 'application/json' } }),
    /** The URLs of the entry script and of the chunks that the section needs first. */
    files: async (url: string): Promise<string[]> => {
      const { metaData, exposes } = JSON.parse(await read(url)) as Manifest
      const { path, name } = metaData.remoteEntry
      const files = [path + name, ...exposes.flatMap(({ assets }) => [...assets.js.sync, ...assets.css.sync])]
      return files.map((file) => new URL(file, absolute(url)).href)
    },
    evict: (url: string) => void texts.delete(absolute(url)),
  }
}
/** The federation runtime always asks by absolute URL; the configuration may have a relative one. */
const absolute = (url: string) => new URL(url, location.href).href

export type ManifestCache = ReturnType<typeof manifestCache>
