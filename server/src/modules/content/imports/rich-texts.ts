import type { RichTextMarkup } from '@pim/contract'
import {
  type FieldBehaviour,
  type LeftOut,
  LeftOutCounter,
  looksLikeHtml,
  richTextFromHtml,
  richTextFromText,
  type ValueIssue,
  type ValueReading,
} from '@pim/field-types'
import { htmlOfMarkdown } from './markdown.ts'

export type RichTextReading = ValueReading & { readonly leftOut?: readonly LeftOut[] }

/** A few times those of the longest text: a cell with more is refused before it is read. */
const maxCharacters = 1_000_000

/** The text of a cell as a rich text. A document as an export writes it is read as one, whatever the others of the file are. */
export function readRichText(
  behaviour: FieldBehaviour,
  text: string,
  markup: RichTextMarkup = 'html',
): RichTextReading {
  if (text.length > maxCharacters) return { value: null, issues: [tooLong] }
  if (isDocument(text)) return behaviour.readText(text)
  if (markup === 'plain') return behaviour.read(richTextFromText(text))
  if (markup === 'html') return looksLikeHtml(text) ? fromHtml(behaviour, text) : behaviour.read(richTextFromText(text))
  const { html, issue } = htmlOfMarkdown(text)
  return issue === undefined ? fromHtml(behaviour, html) : { value: null, issues: [issue] }
}

const tooLong: ValueIssue = {
  code: 'TOO_LONG',
  message: `has more characters than ${maxCharacters}`,
  path: '',
  params: { max: maxCharacters },
}

/** Its members stand in any order: a long value is exported as it is stored, with them sorted by name. */
function isDocument(text: string): boolean {
  if (!/^\s*\{.*"type"\s*:\s*"doc"/s.test(text)) return false
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === 'object' && parsed !== null && 'type' in parsed && parsed.type === 'doc'
  } catch {
    return false
  }
}

function fromHtml(behaviour: FieldBehaviour, html: string): RichTextReading {
  const counter = new LeftOutCounter()
  const reading = behaviour.read(richTextFromHtml(html, counter.note))
  const leftOut = counter.all()
  return { ...reading, ...(leftOut.length > 0 && { leftOut }) }
}
