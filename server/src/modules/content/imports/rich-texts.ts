import type { ImportNote, RichTextMarkup } from '@pim/contract'
import {
  type FieldBehaviour,
  looksLikeHtml,
  richTextFromHtml,
  richTextFromText,
  type ValueIssue,
  type ValueReading,
} from '@pim/field-types'
import { htmlOfMarkdown } from './markdown.ts'

/** What was left out of a cell. */
export type LeftOut = Pick<ImportNote, 'kind' | 'name' | 'count'>

export type RichTextReading = ValueReading & { readonly leftOut?: readonly LeftOut[] }

/**
 * Characters of one cell, a few times those of the longest text: what is more is refused before it is read. Different things that
 * are told of it; characters of an address or of a name.
 */
const most = { characters: 1_000_000, told: 50, name: 100 }

/** The text of a cell as a rich text. A document as an export writes it is read as one, whatever the others of the file are. */
export function readRichText(
  behaviour: FieldBehaviour,
  text: string,
  markup: RichTextMarkup = 'html',
): RichTextReading {
  if (text.length > most.characters) return { value: null, issues: [tooLong] }
  if (isDocument(text)) return behaviour.fromText(text)
  if (markup === 'plain') return behaviour.read(richTextFromText(text))
  if (markup === 'html') return looksLikeHtml(text) ? fromHtml(behaviour, text) : behaviour.read(richTextFromText(text))
  const { html, issue } = htmlOfMarkdown(text)
  return issue === undefined ? fromHtml(behaviour, html) : { value: null, issues: [issue] }
}

const tooLong: ValueIssue = {
  code: 'TOO_LONG',
  message: `has more characters than ${most.characters}`,
  path: '',
  params: { max: most.characters },
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
  const leftOut = new Map<string, { -readonly [Key in keyof LeftOut]: LeftOut[Key] }>()
  const document = richTextFromHtml(html, (kind, given) => {
    const name = shortened(given)
    const key = `${kind} ${name}`
    const known = leftOut.get(key)
    if (known !== undefined) known.count += 1
    else if (leftOut.size < most.told) leftOut.set(key, { kind, name, count: 1 })
  })
  return { ...behaviour.read(document), ...(leftOut.size > 0 && { leftOut: [...leftOut.values()] }) }
}

/** Of an address that is the data itself, what kind of data it is. */
const shortened = (name: string): string =>
  (/^data:[^,;]*/i.exec(name)?.[0] ?? name).slice(0, most.name).replaceAll('\u0000', '').toWellFormed()
