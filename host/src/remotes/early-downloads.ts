import { downloadEarly } from './download.ts'
import type { ManifestCache } from './manifests.ts'
import type { Section } from './sections.ts'

/** Keeps which builds were downloaded before they are wanted, so that each is downloaded once. */
export function createEarlyDownloads(manifests: ManifestCache, fetchFile = downloadEarly) {
  const urls = new Set<string>()
  return ({ manifestUrl }: Section, withEntry: boolean): void => {
    if (urls.has(manifestUrl)) return
    urls.add(manifestUrl)
    manifests.build(manifestUrl).then(
      ({ entry, scripts, styles }) => [...(withEntry ? [entry] : []), ...scripts, ...styles].forEach(fetchFile),
      // Ignored here: opening the section fails the same way and shows it.
      () => undefined,
    )
  }
}
