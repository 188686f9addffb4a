import type { RouteObject } from 'react-router'

/** The version of everything that this package exports; a section's remote.json names the range that it was built for. */
export const shellContract = '1.2.0'

/** What a section's only exposed module exports as `remote`. */
export interface RemoteDefinition {
  /** Drawn in the shell's main area; paths as in remote.json, without a slash in front. */
  routes: RouteObject[]
  /** By language, then key. What the server's bundle says of the same key wins. */
  strings: Record<string, Record<string, string>>
}
