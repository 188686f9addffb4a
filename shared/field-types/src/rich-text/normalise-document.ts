import { inOneGo, Pace, type Steps } from '../core/steps.ts'
import { composed } from '../core/text.ts'
import { markOrder, type RichTextMark, type RichTextNode } from './document.ts'

type Loose = Record<string, unknown>

const isRecord = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** No part has a tenth as many keys or attributes; what has more is left alone, to be refused. */
const maxKeys = 100
const hasTooMany = (record: Loose): boolean => Object.keys(record).length > maxKeys

/** Editors write `null` for what is not set, and attributes where there are none. */
const tidyAttrs = (attrs: unknown): { attrs?: unknown } => {
  if (attrs === undefined || attrs === null) return {}
  if (!isRecord(attrs) || hasTooMany(attrs)) return { attrs }
  const set = Object.entries(attrs).filter(([, value]) => value !== null && value !== undefined)
  return set.length === 0 ? {} : { attrs: Object.fromEntries(set) }
}

const place = (mark: unknown): number => {
  const at = isRecord(mark) ? markOrder.indexOf(String(mark.type)) : -1
  return at === -1 ? markOrder.length : at
}

const tidyMarks = (marks: unknown): { marks?: unknown } => {
  if (marks === undefined || (Array.isArray(marks) && marks.length === 0)) return {}
  if (!Array.isArray(marks) || marks.length > markOrder.length) return { marks }
  const tidied = marks.map((mark: unknown) => {
    if (!isRecord(mark)) return mark
    const { attrs, ...rest } = mark
    return { ...rest, ...tidyAttrs(attrs) }
  })
  return { marks: tidied.toSorted((a, b) => place(a) - place(b)) }
}

const tidyText = (text: unknown): unknown => (typeof text === 'string' ? composed(text) : text)

/** Cells that span one row and one column say nothing of it. */
const withoutDefaults = (type: unknown, attrs: unknown): unknown => {
  if (!isRecord(attrs) || hasTooMany(attrs)) return attrs
  const isDefault = ([key, value]: [string, unknown]): boolean =>
    ((key === 'colspan' || key === 'rowspan') && value === 1) ||
    (type === 'orderedList' && key === 'start' && value === 1)
  return Object.fromEntries(Object.entries(attrs).filter((entry) => !isDefault(entry)))
}

const marksOf = (text: Loose): string => JSON.stringify(text.marks ?? [])

const isText = (node: unknown): node is Loose & { text: string } =>
  isRecord(node) && node.type === 'text' && typeof node.text === 'string'

/**
 * Neighbours with the same marks are one text; an empty one is none. Put together once for each row of neighbours, so
 * that thousands of them take no longer than their letters.
 */
function* joined(nodes: unknown[], pace: Pace): Steps<unknown[]> {
  const result: unknown[] = []
  let row: (Loose & { text: string })[] = []
  let marks = ''
  const endRow = () => {
    const [first] = row
    if (first !== undefined)
      result.push(row.length === 1 ? first : { ...first, text: composed(row.map(({ text }) => text).join('')) })
    row = []
  }
  for (const node of nodes) {
    if (!isText(node)) {
      endRow()
      result.push(node)
    } else if (node.text !== '') {
      const own = marksOf(node)
      if (own !== marks) endRow()
      marks = own
      row.push(node)
    }
    if (pace.isDue()) yield
  }
  endRow()
  return result
}

/** Deeper than anything that will be let in; there it stops, so that no depth can hurt. */
const deepestLook = 40

function* tidyNode(node: unknown, depth: number, pace: Pace): Steps<unknown> {
  if (!isRecord(node) || depth > deepestLook || hasTooMany(node)) return node
  const { attrs, content, marks, text, ...rest } = node
  if (pace.isDue(typeof text === 'string' ? text.length : 0)) yield
  return {
    ...rest,
    ...tidyAttrs(withoutDefaults(node.type, attrs)),
    ...(text === undefined ? {} : { text: tidyText(text) }),
    ...tidyMarks(marks),
    ...(yield* tidyContent(content, depth, pace)),
  }
}

function* tidyContent(content: unknown, depth: number, pace: Pace): Steps<{ content?: unknown }> {
  if (content === undefined) return {}
  if (!Array.isArray(content)) return { content }
  const tidied: unknown[] = []
  for (const child of content) tidied.push(yield* tidyNode(child, depth + 1, pace))
  const nodes = yield* joined(tidied, pace)
  return nodes.length === 0 ? {} : { content: nodes }
}

/** The one way to write a document: the same text always comes to the same JSON, whatever editor it came from. */
export const normaliseDocument = (document: unknown): unknown => inOneGo(normaliseDocumentInSteps(document))

export const normaliseDocumentInSteps = (document: unknown): Steps<unknown> => tidyNode(document, 0, new Pace())

export const textNode = (text: string, marks: readonly RichTextMark[] = []): RichTextNode => ({
  type: 'text',
  text,
  ...(marks.length === 0 ? {} : { marks: [...marks] }),
})
