import { z } from 'zod'
import { isSafeHref } from '../core/href.ts'

/** A structured text, in the shape that ProseMirror gives its documents. */
export interface RichTextDocument {
  type: 'doc'
  content: RichTextNode[]
}
export interface RichTextNode {
  type: string
  attrs?: Record<string, unknown>
  content?: RichTextNode[]
  text?: string
  marks?: RichTextMark[]
}
export interface RichTextMark {
  type: string
  attrs?: Record<string, unknown>
}

/** Deep enough for four lists in each other, shallow enough to travel inside a request. */
export const deepestNode = 10
export const maxNodes = 50_000

interface NodeRule {
  /** What it may hold; none: a leaf. */
  readonly content: readonly string[]
  /** Whether it may hold nothing. */
  readonly mayBeEmpty?: true
  /** What has to come first in it. */
  readonly first?: string
  readonly attrs?: z.ZodType
  /** Whether the text in it may have marks. */
  readonly plain?: true
}

const blocks = [
  'paragraph',
  'heading',
  'bulletList',
  'orderedList',
  'blockquote',
  'codeBlock',
  'horizontalRule',
  'table',
  'image',
]
const inline = ['text', 'hardBreak']
const span = z.number().int().min(1).max(100).optional()
const cellAttrs = z.strictObject({ colspan: span, rowspan: span })

export const nodeRules: Readonly<Record<string, NodeRule>> = {
  doc: { content: blocks },
  paragraph: { content: inline, mayBeEmpty: true },
  heading: { content: inline, mayBeEmpty: true, attrs: z.strictObject({ level: z.number().int().min(1).max(4) }) },
  bulletList: { content: ['listItem'] },
  orderedList: {
    content: ['listItem'],
    attrs: z.strictObject({ start: z.number().int().min(0).max(1_000_000).optional() }),
  },
  listItem: { content: blocks, first: 'paragraph' },
  blockquote: { content: blocks },
  codeBlock: {
    content: ['text'],
    mayBeEmpty: true,
    plain: true,
    attrs: z.strictObject({
      language: z
        .string()
        .max(50)
        .regex(/^[\w+#.-]+$/)
        .optional(),
    }),
  },
  horizontalRule: { content: [], mayBeEmpty: true },
  table: { content: ['tableRow'] },
  tableRow: { content: ['tableHeader', 'tableCell'] },
  tableHeader: { content: blocks, attrs: cellAttrs },
  tableCell: { content: blocks, attrs: cellAttrs },
  image: {
    content: [],
    mayBeEmpty: true,
    attrs: z.strictObject({ mediaItemId: z.uuid(), alt: z.string().max(2_000).optional() }),
  },
  text: { content: [], mayBeEmpty: true },
  hardBreak: { content: [], mayBeEmpty: true },
}

const href = z.string().refine(isSafeHref, { error: 'is not an address that a text may link to' })

export const linkAttrs = z
  .strictObject({ href: href.optional(), contentItemId: z.uuid().optional() })
  .refine((attrs) => (attrs.href === undefined) !== (attrs.contentItemId === undefined), {
    error: 'needs either an address or a content item',
  })

const noAttrs = z.strictObject({})

/** In the order in which they are kept and written. */
export const markRules: Readonly<Record<string, z.ZodType>> = {
  link: linkAttrs,
  bold: noAttrs,
  italic: noAttrs,
  underline: noAttrs,
  strike: noAttrs,
  code: noAttrs,
  superscript: noAttrs,
  subscript: noAttrs,
}
export const markOrder = Object.keys(markRules)

/** Of rules by name: never what every object has from birth. */
export const ruleFor = <Rule>(rules: Readonly<Record<string, Rule>>, name: unknown): Rule | undefined =>
  typeof name === 'string' && Object.hasOwn(rules, name) ? rules[name] : undefined

const partsOfBlocks = new Set([...blocks, 'listItem', 'tableRow', 'tableHeader', 'tableCell'])

/** Calls for every node, parents first, until it answers false. `pathOf` tells where the node stands. */
export const walk = (root: RichTextNode, visit: (node: RichTextNode, pathOf: () => string) => boolean | undefined) => {
  const path: number[] = []
  const pathOf = () => path.map((index) => `.content[${index}]`).join('')
  const walkOn = (node: RichTextNode): boolean => {
    if (visit(node, pathOf) === false) return false
    const { content = [] } = node
    for (let index = 0; index < content.length; index += 1) {
      const child = content[index]
      path.push(index)
      if (child !== undefined && !walkOn(child)) return false
      path.pop()
    }
    return true
  }
  walkOn(root)
}

/** The words, a line for each block; only the beginning of them where no more than `longest` characters are asked for. */
export const wordsOf = (document: RichTextDocument, longest = Number.POSITIVE_INFINITY): string => {
  const parts: string[] = []
  let length = 0
  const add = (text: string) => {
    parts.push(text)
    length += length === 0 ? text.trimStart().length : text.length
  }
  walk(document, ({ type, text, attrs }) => {
    if (partsOfBlocks.has(type) || type === 'hardBreak') parts.push('\n')
    if (type === 'text') add(text ?? '')
    if (type === 'image' && typeof attrs?.alt === 'string') add(attrs.alt)
    return length <= longest
  })
  return parts
    .join('')
    .replace(/\n{2,}/g, '\n')
    .trim()
}

/** Whether there is anything to read or to see in it. */
export const isBlankDocument = (document: RichTextDocument): boolean => {
  let isBlank = true
  walk(document, ({ type, text = '' }) => {
    isBlank = type !== 'image' && type !== 'horizontalRule' && (type !== 'text' || text.trim() === '')
    return isBlank
  })
  return isBlank
}
