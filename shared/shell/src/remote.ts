import type { RouteObject } from 'react-router'

/** What a section exports as `remote` from its only exposed module. */
export interface RemoteDefinition {
  /** Drawn in the main area of the shell. Paths as in remote.json, without the leading slash. */
  routes: RouteObject[]
  /** By language, then key. Strings of the server for the same key take precedence. */
  strings: Record<string, Record<string, string>>
}
