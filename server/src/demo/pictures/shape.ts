import type { Colours } from './colours.ts'

export interface Shape {
  readonly draw: (colours: Colours) => string
  /** Where it touches the ground. */
  readonly foot?: number
  /** Of its shadow. */
  readonly width?: number
}

/** The same thing for both halves of what is symmetrical about the middle. */
export const mirrored = (part: string): string => `${part}<g transform="translate(1000 0) scale(-1 1)">${part}</g>`

export const line = (path: string, colour: string, width = 6, more = ''): string =>
  `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" ${more}/>`

export const fill = (path: string, paint: string, more = ''): string => `<path d="${path}" fill="${paint}" ${more}/>`

/** The light that runs down a round body. */
export const sheen = (path: string, opacity = 0.35): string => fill(path, '#ffffff', `opacity="${opacity}"`)
