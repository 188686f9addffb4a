/** Colours of one picture, derived from the one that the thing itself has. */
export interface Colours {
  readonly body: string
  readonly light: string
  readonly dark: string
  readonly deep: string
  readonly accent: string
  readonly paper: string
  readonly floor: string
}

const channels = (hex: string): [number, number, number] => {
  const number = Number.parseInt(hex.slice(1), 16)
  return [number >> 16, (number >> 8) & 255, number & 255]
}

/** `share` of the way from one colour to another. */
export function mix(from: string, to: string, share: number): string {
  const [a, b] = [channels(from), channels(to)]
  const mixed = a.map((channel, at) => Math.round(channel + ((b[at] ?? 0) - channel) * share))
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

/** Grounds that let every product colour stand out: paper above, floor below. */
export const grounds = {
  sand: ['#f7f2ea', '#e6dac8'],
  mist: ['#f1f5f7', '#d3dee5'],
  sage: ['#f1f5ee', '#d4dfcc'],
  blush: ['#f9f1ee', '#ecd7ce'],
  dusk: ['#eeeef6', '#d0d0e4'],
  stone: ['#f4f4f2', '#dadad4'],
} as const
export type Ground = keyof typeof grounds

export function coloursOf(body: string, accent: string, ground: Ground): Colours {
  const [paper, floor] = grounds[ground]
  return {
    body,
    accent,
    paper,
    floor,
    light: mix(body, '#ffffff', 0.34),
    dark: mix(body, '#161a20', 0.24),
    deep: mix(body, '#10131a', 0.46),
  }
}
