import type { ComponentType, ReactNode } from 'react'
import type { RouteObject } from 'react-router'
import type { SlotGiven, SlotName } from './slot-given.ts'

/** What of remote.json the compiler needs to know: `typeof` an import of it. */
interface Described {
  readonly screens: object
  readonly fills?: object
}

/** Strings by language, then key. */
export type SectionStrings = Readonly<Record<string, Readonly<Record<string, string>>>>

/** Fetches what fills a slot, once somebody sees the slot: `async () => (await import('./open-orders.tsx')).OpenOrders`. */
export type FillLoader<Slot extends SlotName = SlotName> = () => Promise<ComponentType<SlotGiven[Slot]>>

/** One for each name in `fills` of remote.json, and none for another one. */
type FillsOf<Json extends Described> = Json extends { readonly fills: infer Fills }
  ? {
      readonly fills: {
        readonly [Slot in keyof Fills]: {
          readonly [Name in keyof Fills[Slot]]: Slot extends SlotName ? FillLoader<Slot> : never
        }
      }
    }
  : { readonly fills?: undefined }

interface Anything {
  readonly screens: Readonly<Record<string, unknown>>
}

/**
 * What a section exports as `remote` from its only exposed module: `RemoteDefinition<typeof remoteJson>`. It has one
 * screen for each path of the section's remote.json, and none for another one; its fills alike.
 */
export type RemoteDefinition<Json extends Described = Anything> = FillsOf<Json> & {
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
