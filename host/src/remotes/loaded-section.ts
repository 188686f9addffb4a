import type { RemoteDefinition } from '@pim/shell'
import { type FillLoader, routesOf } from '@pim/shell/provide'
import type { RouteObject } from 'react-router'

export interface LoadedSection {
  readonly routes: RouteObject[]
  readonly strings: RemoteDefinition['strings']
  /** By slot and name. */
  readonly fills?: Readonly<Record<string, Readonly<Record<string, FillLoader | undefined>> | undefined>> | undefined
}

/** What a section exposes. One that was built for contract 1.x has routes of its own making in place of screens. */
export function loadedSection(module: unknown): LoadedSection | undefined {
  const remote = (module as { remote?: Partial<Omit<RemoteDefinition, 'fills'>> & Partial<LoadedSection> } | null)
    ?.remote
  if (!remote) return undefined
  const { routes, screens, frame, strings = {}, fills } = remote
  if (routes) return { routes, strings }
  return screens && { routes: routesOf({ screens, frame }), strings, fills }
}
