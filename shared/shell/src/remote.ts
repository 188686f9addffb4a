import type { ReactNode } from 'react'
import type { RouteObject } from 'react-router'

/** What of remote.json the compiler needs to know: `typeof` an import of it. */
interface Described {
  readonly screens: object
}

/** Strings by language, then key. */
export type SectionStrings = Readonly<Record<string, Readonly<Record<string, string>>>>

/**
 * What a section exports as `remote` from its only exposed module: `RemoteDefinition<typeof remoteJson>`. It has one
 * screen for each path of the section's remote.json, and none for another one.
 */
export interface RemoteDefinition<Json extends Described = { readonly screens: Readonly<Record<string, unknown>> }> {
  /** Drawn in the main area of the shell. */
  readonly screens: { readonly [Path in keyof Json['screens']]: ReactNode }
  /** Drawn around all screens, and kept from one to the next; an `Outlet` in it is the place of the screen. */
  readonly frame?: ReactNode
  /**
   * By language, then key. Strings of the server for the same key take precedence. As a function they are fetched where
   * the server's did not come, or lack a key that a screen asks for; else nobody waits for them.
   */
  readonly strings: SectionStrings | (() => Promise<SectionStrings>)
}

/** The routes of a section, for the shell. */
export const routesOf = ({ screens, frame }: Pick<RemoteDefinition, 'screens' | 'frame'>): RouteObject[] => {
  const children = Object.entries(screens).map(([path, element]) => ({ path, element }))
  return frame === undefined ? children : [{ element: frame, children }]
}
