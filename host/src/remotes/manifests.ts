import { SectionFailure } from './section-failure.ts'

interface Manifest {
  metaData: { remoteEntry: { path: string; name: string } }
  exposes: { assets: { js: { sync: string[] }; css: { sync: string[] } } }[]
}

/**
 * Manifests by address. The shell asks for a section's manifest as early as it can and names the files in it to the
 * browser; when the section is loaded all of it is on its way already.
 */
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
    /** A fresh response each time, as the federation runtime wants one. */
    response: async (url: string) => new Response(await read(url), { headers: { 'content-type': 'application/json' } }),
    /** What the section's first screen is made of. */
    files: async (url: string): Promise<string[]> => {
      const { metaData, exposes } = JSON.parse(await read(url)) as Manifest
      const { path, name } = metaData.remoteEntry
      const files = [path + name, ...exposes.flatMap(({ assets }) => [...assets.js.sync, ...assets.css.sync])]
      return files.map((file) => new URL(file, absolute(url)).href)
    },
    forget: (url: string) => void texts.delete(absolute(url)),
  }
}
/** The federation runtime asks by the whole address, whatever the configuration said. */
const absolute = (url: string) => new URL(url, location.href).href

export type ManifestCache = ReturnType<typeof manifestCache>
