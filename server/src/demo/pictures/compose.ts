import { type Colours, coloursOf, type Ground, mix } from './colours.ts'
import { type ShapeName, shapes } from './shapes.ts'

export interface Picture {
  readonly shape: ShapeName
  readonly body: string
  readonly accent: string
  readonly ground: Ground
}

/** One side in pixels. */
export const side = 1_000

const gradient = (id: string, from: string, to: string, [x1, y1, x2, y2] = [0, 0, 1, 1]) =>
  `<linearGradient id="${id}" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}">
    <stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>`

const glow = (id: string, colour: string, opacity: number) =>
  `<radialGradient id="${id}"><stop offset="0" stop-color="${colour}" stop-opacity="${opacity}"/>
    <stop offset="1" stop-color="${colour}" stop-opacity="0"/></radialGradient>`

/** What shapes paint with: `url(#body)` and so on. */
const paints = ({ body, light, dark, deep, accent, paper, floor }: Colours): string =>
  [
    gradient('body', mix(body, light, 0.45), dark),
    gradient('side', body, deep),
    gradient('top', light, body, [0, 0, 0, 1]),
    gradient('accent', mix(accent, '#ffffff', 0.22), mix(accent, '#161a20', 0.2)),
    gradient('metal', '#f4f5f6', '#9aa2aa'),
    gradient('steel', '#c9cfd5', '#6d767f'),
    gradient('wood', '#d9b48a', '#a87b4f'),
    gradient('glass', '#ffffff', mix(floor, '#8fa9b8', 0.5)),
    gradient('ground', mix(floor, paper, 0.25), floor, [0, 0, 0, 1]),
    gradient('wall', mix(paper, '#ffffff', 0.35), mix(paper, floor, 0.6), [0, 0, 0, 1]),
    glow('shadow', mix(floor, '#1c2026', 0.72), 0.5),
    glow('sun', '#ffffff', 0.85),
    glow('warm', '#ffd98a', 0.9),
  ].join('')

/** A thing alone on a plain ground, lit from the upper left. */
export function compose({ shape, body, accent, ground }: Picture): string {
  const colours = coloursOf(body, accent, ground)
  const { draw, foot = 780, width = 560 } = shapes[shape]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="0 0 1000 1000">
<defs>${paints(colours)}</defs>
<rect width="1000" height="1000" fill="url(#wall)"/>
<ellipse cx="330" cy="300" rx="520" ry="460" fill="url(#sun)"/>
<path d="M0 ${foot - 90}Q500 ${foot - 130} 1000 ${foot - 90}V1000H0Z" fill="url(#ground)"/>
<ellipse cx="${500 + width * 0.06}" cy="${foot}" rx="${width * 0.66}" ry="${width * 0.1}" fill="url(#shadow)"/>
${draw(colours)}
</svg>`
}
