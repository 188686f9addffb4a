import { z } from 'zod'
import { changeBy, least, most } from '../core/change.ts'
import { defineFieldType, type PlacedReference } from '../core/field-type-model.ts'
import { presence } from '../core/filter.ts'
import { issuesOfReports, type Report, report } from '../core/issue.ts'
import { inOneGo, type Steps } from '../core/steps.ts'
import { countCharacters, keepableText, maxTextLength, oneLine, partKey } from '../core/text.ts'
import { checkDocument } from './check-document.ts'
import { nodeRules, type RichTextDocument, type RichTextNode, walk, wordsOf } from './document.ts'
import { richTextEdits } from './edits.ts'
import { looksLikeHtml, richTextFromHtml, richTextFromText } from './from-html.ts'
import { normaliseDocumentInSteps } from './normalise-document.ts'
import { richTextToHtml } from './to-html.ts'

const settingsSchema = z
  .strictObject({
    minLength: z.number().int().min(0).max(maxTextLength).default(0),
    maxLength: z.number().int().min(1).max(maxTextLength).default(maxTextLength),
  })
  .refine((settings) => settings.minLength <= settings.maxLength, {
    error: 'minLength is more than maxLength',
    path: ['minLength'],
  })
export type RichTextSettings = z.output<typeof settingsSchema>

const beginning = 500

const isDocument = (value: unknown): value is RichTextDocument =>
  typeof value === 'object' && value !== null && 'type' in value && value.type === 'doc'

/** A document without anything to read or to see in it. Anything may come by here: what has not the shape of one is not blank. */
const isBlank = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (isDocument(value) && isBlankNode(value))

/** Ends at the first letter, so that it costs nothing for most documents. */
const isBlankNode = (node: unknown, depth = 0): boolean => {
  if (typeof node !== 'object' || node === null || depth > 20) return false
  const { type, content, text, marks } = node as Record<string, unknown>
  if (typeof type !== 'string' || !Object.hasOwn(nodeRules, type)) return false
  if (type === 'image' || type === 'horizontalRule') return false
  if (marks !== undefined && !Array.isArray(marks)) return false
  if (text !== undefined && (typeof text !== 'string' || (type === 'text' && text.trim() !== ''))) return false
  if (content === undefined) return true
  return Array.isArray(content) && content.every((child) => isBlankNode(child, depth + 1))
}

const pictures = { contentTypeKind: 'media', mimeTypes: ['image/*'] } as const

const referencesOf = (node: RichTextNode, pathOf: () => string): PlacedReference[] => {
  if (node.type === 'image' && typeof node.attrs?.mediaItemId === 'string')
    return [{ kind: 'item', id: node.attrs.mediaItemId, path: `${pathOf()}.attrs.mediaItemId`, allows: pictures }]
  if (node.marks === undefined) return []
  return node.marks.flatMap((mark, index) =>
    typeof mark.attrs?.contentItemId === 'string'
      ? [{ kind: 'item', id: mark.attrs.contentItemId, path: `${pathOf()}.marks[${index}].attrs.contentItemId` }]
      : [],
  )
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

function* checkInSteps(
  value: unknown,
  { minLength, maxLength }: RichTextSettings,
  context: Parameters<typeof checkDocument>[1],
): Steps<void> {
  const before = context.issues.length
  yield* checkDocument(value, context)
  if (context.issues.length > before || !isDocument(value) || (minLength === 0 && maxLength === maxTextLength)) return
  const length = countCharacters(wordsOf(value))
  if (length < minLength) report(context, 'TOO_SHORT', `is shorter than ${minLength} characters`, { min: minLength })
  if (length > maxLength) report(context, 'TOO_LONG', `is longer than ${maxLength} characters`, { max: maxLength })
}

export const richText = defineFieldType<RichTextDocument, RichTextSettings>({
  type: 'richText',
  canBeLong: true,
  holdsWords: true,
  settingsSchema,
  settingsChange: changeBy<RichTextSettings>({ minLength: least, maxLength: most }),
  valueSchema: (settings) =>
    z.custom<RichTextDocument>().superRefine((value, context) => inOneGo(checkInSteps(value, settings, context))),
  *issuesInSteps(value, settings) {
    const issues: Report[] = []
    yield* checkInSteps(value, settings, { issues, addIssue: (each) => issues.push(each) })
    return issuesOfReports(issues)
  },
  *normaliseInSteps(value) {
    const document = yield* normaliseDocumentInSteps(value)
    return isBlank(document) ? null : document
  },
  isEmpty: isBlank,
  filter: {
    column: 'text',
    operators: ['startsWith', ...presence],
    operandSchema: () => keepableText(beginning),
    operandKey: (operand) => ({ value: partKey(String(operand)) }),
  },
  indexKeys: (value) => ({ text: [partKey(wordsOf(value, beginning).slice(0, beginning))] }),
  references: (value) => {
    const found: PlacedReference[] = []
    walk(value, (node, pathOf) => {
      for (const reference of referencesOf(node, pathOf)) found.push(reference)
      return true
    })
    return found
  },
  plainText: (value) => oneLine(wordsOf(value)),
  searchText: (value) => wordsOf(value),
  deliver: (value) => ({ json: value, html: richTextToHtml(value) }),
  /** A document as JSON, else HTML, else plain text. */
  readingParts: ['markup'],
  readText: (text) => {
    const document = text.startsWith('{') ? parsed(text) : undefined
    if (isDocument(document)) return document
    return looksLikeHtml(text) ? richTextFromHtml(text) : richTextFromText(text)
  },
  toText: (value) => JSON.stringify(value),
  edits: richTextEdits,
})
