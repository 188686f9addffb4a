import { Parser } from 'htmlparser2'
import { DrawingCost } from './drawing-cost.ts'
import { drawingSize, type RootAttributes, type Size } from './drawing-size.ts'

/** Larger drawings are not read. */
export const maxDrawingBytes = 20_000_000
/** A drawing program nests a few tens. */
const maxNesting = 256

export interface Drawing {
  readonly text: string
  /** In CSS pixels; undefined where the drawing does not say. */
  readonly size: Size | undefined
  /** The drawing with this size in pixels; the whole of it is shown. Only where it has a size. */
  drawnAt(width: number, height: number): string
}

/**
 * Reads an SVG without drawing it: how large it is, and what drawing it would cost. A drawing of a kilobyte can ask for
 * hours of work, by effects on every pixel, or by parts that repeat parts that repeat parts.
 */
export function readDrawing(text: string): Drawing | { readonly tooComplex: string } {
  const declared = declarationFault(text)
  if (declared !== undefined) return { tooComplex: declared }
  const cost = new DrawingCost()
  let root:
    | { readonly attributes: RootAttributes; readonly start: number; readonly end: number; isClosed: boolean }
    | undefined
  let nesting = 0
  let deepest = 0
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        nesting++
        deepest = Math.max(deepest, nesting)
        if (root === undefined) {
          const { startIndex: start, endIndex: end } = parser
          root = { attributes, start, end: end + 1, isClosed: text[end - 1] === '/' }
        }
        if (nesting <= maxNesting) cost.open(name, attributes)
      },
      ontext: (part) => cost.text(part),
      onclosetag() {
        if (nesting <= maxNesting) cost.close()
        nesting--
      },
    },
    { xmlMode: true, decodeEntities: false },
  )
  parser.end(text)
  if (deepest > maxNesting) return { tooComplex: `nested ${deepest} deep` }
  const costly = cost.fault()
  if (costly !== undefined) return { tooComplex: costly }
  const opening = root
  const size = opening && drawingSize(opening.attributes)
  return {
    text,
    size: size?.drawn,
    drawnAt(width, height) {
      if (opening === undefined || size === undefined) return text
      const attributes = {
        ...opening.attributes,
        viewBox: size.viewBox,
        width: `${width}`,
        height: `${height}`,
        // A style would come before the attributes.
        style: `${opening.attributes.style ?? ''};width:${width}px;height:${height}px`,
      }
      const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${value.replaceAll('"', '&quot;')}"`)
      const tag = text.slice(opening.start).match(/^<[^\s/>]+/)?.[0] ?? '<svg'
      return `${text.slice(0, opening.start)}${tag}${written.join('')}${opening.isClosed ? '/' : ''}>${text.slice(opening.end)}`
    },
  }
}

/**
 * Drawing programs declare entities for the addresses of namespaces. One that holds others, or elements, would hide
 * from the reader above what is drawn; so would another encoding.
 */
function declarationFault(text: string): string | undefined {
  const encoding = /^\s*<\?xml[^>]*?encoding\s*=\s*["']([^"']*)["']/i.exec(text)?.[1] ?? 'utf-8'
  if (!/^(utf-?8|us-ascii|iso-8859-1|windows-1252)$/i.test(encoding)) return `written in ${encoding}`
  for (const [, value = ''] of text.matchAll(/<!ENTITY\s+[^>"']*(?:"([^"]*)"|'([^']*)')?/gi)) {
    if (value.length > 1_000 || /[&%<]/.test(value)) return 'entities that hold more than an address'
  }
  return /<!ENTITY\s+%|<!ENTITY\s+\S+\s+(?:SYSTEM|PUBLIC)/i.test(text) ? 'entities from elsewhere' : undefined
}
