import { releaseInUrl } from '../../platform/releases/index.ts'

/** The release that a tenant is pinned to; its own address of another kind is no pin. */
export function pinIn(remotes: Readonly<Record<string, { manifestUrl: string }>>, section: string): string | undefined {
  const manifestUrl = remotes[section]?.manifestUrl
  return manifestUrl === undefined ? undefined : releaseInUrl(section, manifestUrl)
}
