import { isSafeHref } from '../core/href.ts'
import type { RichTextDocument, RichTextMark, RichTextNode } from './document.ts'

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

// Defence 42, without: export const escapeHtml = (text: string): string => text
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? '')

type Attributes = Readonly<Record<string, unknown>>

const isId = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f-]{36}$/i.test(value)

const attribute = (name: string, value: string | number): string => ` ${name}="${escapeHtml(String(value))}"`

const wholeNumber = (name: string, value: unknown, unless: number): string =>
  Number.isInteger(value) && value !== unless ? attribute(name, Number(value)) : ''

const wrap =
  (tag: string, attributes: (attrs: Attributes) => string = () => '') =>
  (attrs: Attributes, inner: string): string =>
    `<${tag}${attributes(attrs)}>${inner}</${tag}>`

const spans = (attrs: Attributes): string =>
  wholeNumber('colspan', attrs.colspan, 1) + wholeNumber('rowspan', attrs.rowspan, 1)

const heading = (attrs: Attributes, inner: string): string => {
  const level = [1, 2, 3, 4].find((each) => each === attrs.level) ?? 4
  return `<h${level}>${inner}</h${level}>`
}

const codeBlock = ({ language }: Attributes, inner: string): string => {
  const name =
    typeof language === 'string' && /^[\w+#.-]+$/.test(language) ? attribute('class', `language-${language}`) : ''
  return `<pre><code${name}>${inner}</code></pre>`
}

/** Bytes come from the delivery API with a key, so the picture is named, not fetched: the consumer sets `src`. */
const image = ({ mediaItemId, alt }: Attributes): string =>
  isId(mediaItemId)
    ? `<img${attribute('data-media-item-id', mediaItemId)}${attribute('alt', typeof alt === 'string' ? alt : '')}>`
    : ''

/** What is not here is not written; what is in it still is. */
const writers: Readonly<Record<string, (attrs: Attributes, inner: string) => string>> = {
  paragraph: wrap('p'),
  heading,
  bulletList: wrap('ul'),
  orderedList: wrap('ol', ({ start }) => wholeNumber('start', start, 1)),
  listItem: wrap('li'),
  blockquote: wrap('blockquote'),
  codeBlock,
  horizontalRule: () => '<hr>',
  hardBreak: () => '<br>',
  table: (_, inner) => `<table><tbody>${inner}</tbody></table>`,
  tableRow: wrap('tr'),
  tableHeader: wrap('th', spans),
  tableCell: wrap('td', spans),
  image,
}

/** A link to a content item has no address yet: the consumer knows where its items live. */
const link = ({ href, contentItemId }: Attributes, inner: string): string => {
  if (isId(contentItemId)) return `<a${attribute('data-content-item-id', contentItemId)}>${inner}</a>`
  if (typeof href !== 'string' || !isSafeHref(href)) return inner
  return `<a${attribute('href', href)} rel="noopener noreferrer">${inner}</a>`
}

const markWriters: Readonly<Record<string, (attrs: Attributes, inner: string) => string>> = {
  link,
  bold: wrap('strong'),
  italic: wrap('em'),
  underline: wrap('u'),
  strike: wrap('s'),
  code: wrap('code'),
  superscript: wrap('sup'),
  subscript: wrap('sub'),
}

const writerOf = <Writer>(all: Readonly<Record<string, Writer>>, type: string): Writer | undefined =>
  Object.hasOwn(all, type) ? all[type] : undefined

const marked = (text: string, marks: readonly RichTextMark[]): string =>
  marks.reduceRight((inner, mark) => writerOf(markWriters, mark.type)?.(mark.attrs ?? {}, inner) ?? inner, text)

const deepestWritten = 100

const written = (node: RichTextNode, depth: number): string => {
  if (node.type === 'text') return marked(escapeHtml(node.text ?? ''), node.marks ?? [])
  if (depth > deepestWritten) return ''
  const inner = (node.content ?? []).map((child) => written(child, depth + 1)).join('')
  return writerOf(writers, node.type)?.(node.attrs ?? {}, inner) ?? inner
}

/**
 * Safe HTML: every tag, attribute and address in it is from the lists above, whatever the document says. It asks the
 * document nothing that the schema has promised, because one day some document will have got past a schema.
 */
export const richTextToHtml = (document: RichTextDocument): string => written(document, 0)
