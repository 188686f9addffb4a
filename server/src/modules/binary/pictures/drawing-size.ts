export interface Size {
  readonly width: number
  readonly height: number
}

export type RootAttributes = Readonly<Record<string, string>>

/** CSS: 96 pixels an inch; `em` and `ex` of the usual font size. */
const pixelsOf: Readonly<Record<string, number>> = {
  '': 1,
  px: 1,
  pt: 4 / 3,
  pc: 16,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  q: 96 / 101.6,
  em: 16,
  rem: 16,
  ex: 8,
}

/**
 * The size of a drawing in CSS pixels, and the part of its plane that this size shows. A drawing without `viewBox` is in
 * pixels: 210 mm show 794 of them. Undefined where the root says neither.
 */
export function drawingSize(root: RootAttributes): { readonly drawn: Size; readonly viewBox: string } | undefined {
  const box = viewBoxOf(root.viewBox)
  const style = root.style ?? ''
  const width = lengthOf(ofStyle(style, 'width') ?? root.width)
  const height = lengthOf(ofStyle(style, 'height') ?? root.height)
  if (box === undefined) {
    if (width === undefined || height === undefined) return undefined
    return { drawn: { width, height }, viewBox: `0 0 ${width} ${height}` }
  }
  const ratio = box.width / box.height
  const drawn = {
    width: width ?? (height === undefined ? box.width : height * ratio),
    height: height ?? (width === undefined ? box.height : width / ratio),
  }
  return { drawn, viewBox: root.viewBox ?? '' }
}

/** Undefined for what is absent, a percentage, nothing or no length. */
function lengthOf(text: string | undefined): number | undefined {
  const [, digits, unit = ''] = /^\s*\+?((?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)\s*([a-z]*)\s*$/i.exec(text ?? '') ?? []
  const pixels = Number(digits) * (pixelsOf[unit.toLowerCase()] ?? Number.NaN)
  return pixels > 0 && Number.isFinite(pixels) ? pixels : undefined
}

function viewBoxOf(text: string | undefined): Size | undefined {
  const [, , width = 0, height = 0, ...more] = (text ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  return width > 0 && height > 0 && more.length === 0 ? { width, height } : undefined
}

const ofStyle = (style: string, property: string): string | undefined =>
  new RegExp(`(?:^|;)\\s*${property}\\s*:\\s*([^;!]+)`, 'i').exec(style)?.[1]
