import { type RichTextDocument, type RichTextNode, richTextToHtml } from '@pim/field-types'

/**
 * A rich text in Markdown, which `htmlOfMarkdown` reads again. What Markdown has no signs for is HTML within it: underlined, raised and
 * lowered text, pictures, links to items, tables with merged cells or with more than a line in a cell. Paragraphs without a word are
 * left out.
 */
export const markdownOf = ({ content }: RichTextDocument): string => blocks(content ?? [])

type Nodes = readonly RichTextNode[]

function blocks(nodes: Nodes, between = '\n\n'): string {
  const parts: string[] = []
  let before: { readonly type: string; readonly isOther: boolean } | undefined
  for (const node of nodes) {
    // Two lists behind each other are one, unless their signs differ.
    const isOther = before?.type === node.type && !before.isOther
    const text = block(node, isOther)
    if (text === '') continue
    parts.push(text)
    before = { type: node.type, isOther }
  }
  return parts.join(between)
}

function block(node: RichTextNode, isOther: boolean): string {
  const { type, attrs = {}, content = [] } = node
  if (type === 'paragraph') return paragraph(content)
  if (type === 'heading') return `${'#'.repeat(Number(attrs.level))} ${heading(content)}`.trim()
  if (type === 'horizontalRule') return '---'
  if (type === 'blockquote') return indented(blocks(content), '> ', '> ')
  if (type === 'codeBlock') return codeBlock(content, String(attrs.language ?? ''))
  if (type === 'bulletList') return list(node, () => (isOther ? '* ' : '- '))
  const first = Number(attrs.start ?? 1)
  if (type === 'orderedList') return list(node, (index) => `${first + index}${isOther ? ')' : '.'} `)
  return (type === 'table' && table(content)) || html(node)
}

/** An empty line would end it. */
const html = (node: RichTextNode): string => richTextToHtml({ type: 'doc', content: [node] }).replaceAll('\n', '&#10;')

const indented = (text: string, first: string, others: string): string =>
  text
    .split('\n')
    .map((line, index) => {
      const sign = index === 0 ? first : others
      return line === '' ? sign.trimEnd() : sign + line
    })
    .join('\n')

const wordsIn = (nodes: Nodes): string => nodes.map(({ text = '' }) => text).join('')

/** Signs that stand around a text which has runs of them. */
function fenceAround(text: string, least: number): string {
  let length = least
  for (const [run] of text.matchAll(/`+/g)) length = Math.max(length, run.length + 1)
  return '`'.repeat(length)
}

function codeBlock(content: Nodes, language: string): string {
  const text = wordsIn(content)
  const fence = fenceAround(text, 3)
  return `${fence}${language}\n${text}\n${fence}`
}

function list(node: RichTextNode, signOf: (index: number) => string): string {
  const items = (node.content ?? []).map(({ content = [] }) => content)
  if (items.some(([first, second]) => second !== undefined && isEmpty(first))) return html(node)
  // Lines of a list that begin right below a paragraph are those of a list only where it begins as most do.
  const isBelow = ({ type, attrs, content = [] }: RichTextNode) =>
    (type === 'bulletList' || (type === 'orderedList' && (attrs?.start ?? 1) === 1)) &&
    !isEmpty(content[0]?.content?.[0])
  const isTight = items.every(([, second, third]) => second === undefined || (third === undefined && isBelow(second)))
  const between = isTight ? '\n' : '\n\n'
  return items
    .map((content, index) => {
      const sign = signOf(index)
      return indented(blocks(content, between), sign, ' '.repeat(sign.length))
    })
    .join(between)
}

const isEmpty = (node: RichTextNode | undefined): boolean => paragraph(node?.content ?? []) === ''

/** Undefined where Markdown has no such table: its first row is the only one of headings, and a cell is one line. */
function table(rows: Nodes): string | undefined {
  const cells = rows.map(({ content = [] }) => content)
  const [head = []] = cells
  const isPlain = cells.every(
    (row, index) =>
      row.length === head.length &&
      row.every(
        ({ type, attrs = {}, content = [] }) =>
          type === (index === 0 ? 'tableHeader' : 'tableCell') &&
          [attrs.colspan ?? 1, attrs.rowspan ?? 1].every((span) => span === 1) &&
          content.length === 1 &&
          content[0]?.type === 'paragraph' &&
          // Of signs of code, the one before a bar would be lost.
          !content[0].content?.some(({ text, marks }) => text?.includes('\\|') && marks?.some(isCode)),
      ),
  )
  if (!isPlain || head.length === 0) return undefined
  const lines = cells.map((row) =>
    row.map(({ content = [] }) => oneLine(content[0]?.content ?? []).replace(/(?<!\\)\|/g, '\\|')),
  )
  const [first = [], ...others] = lines
  return [first, head.map(() => '---'), ...others].map((line) => `| ${line.join(' | ')} |`).join('\n')
}

const isCode = ({ type }: Mark): boolean => type === 'code'

interface Part {
  /** Undefined: a line ends. */
  readonly text: string | undefined
  readonly marks: NonNullable<RichTextNode['marks']>
}

const partsOf = (nodes: Nodes): Part[] =>
  nodes.map(({ type, text = '', marks = [] }) => ({
    text: type === 'hardBreak' ? undefined : text.replace(/[ \t\r\n\f]+/g, ' '),
    marks,
  }))

const oneLine = (nodes: Nodes): string => spans(partsOf(nodes), '<br>', ' ', ' ').trim()

function heading(nodes: Nodes): string {
  const line = oneLine(nodes)
  let end = line.length
  while (line[end - 1] === '#') end -= 1
  return line.slice(0, end) + '\\#'.repeat(line.length - end)
}

function paragraph(nodes: Nodes): string {
  const parts = partsOf(nodes)
  const end = parts.findLastIndex(({ text }) => text !== undefined) + 1
  // A sign for the end of a line says nothing at the end of a paragraph.
  return (spans(parts.slice(0, end), '\\\n', ' ', ' ') + '<br>'.repeat(parts.length - end))
    .split('\n')
    .map((line) =>
      line
        .trim()
        .replace(/^(?=(?:#{1,6}|[-+])(?:\s|$)|>|:?-+:?$|=+$)/, '\\')
        .replace(/^(\d{1,9})(?=[.)](?:\s|$))/, '$1\\'),
    )
    .join('\n')
}

/** `before`, `after`: the characters around, or a space where there are none. */
function spans(parts: readonly Part[], lineEnd: string, before: string, after: string): string {
  const written: string[] = []
  let last = before
  for (let at = 0; at < parts.length; ) {
    const mark = parts[at]?.marks[0]
    const key = JSON.stringify(mark)
    let end = at + 1
    while (mark !== undefined && end < parts.length && JSON.stringify(parts[end]?.marks[0]) === key) end += 1
    const inner = parts.slice(at, end).map((each) => ({ ...each, marks: each.marks.slice(1) }))
    const next = end === parts.length ? after : (parts[end]?.text?.[0] ?? ' ')
    const text = mark === undefined ? plain(parts[at]?.text, lineEnd) : marked(mark, inner, lineEnd, last, next)
    written.push(text)
    last = text.at(-1) ?? last
    at = end
  }
  return written.join('')
}

const plain = (text: string | undefined, lineEnd: string): string => (text === undefined ? lineEnd : escaped(text))

/** Signs for marks, where these are around a word and nothing beside them could be taken for a part of them. */
const signs: Readonly<Record<string, string>> = { bold: '**', italic: '_', strike: '~~' }
const tags: Readonly<Record<string, string>> = {
  bold: 'strong',
  italic: 'em',
  underline: 'u',
  strike: 's',
  code: 'code',
  superscript: 'sup',
  subscript: 'sub',
}

type Mark = Part['marks'][number]

function marked(mark: Mark, parts: readonly Part[], lineEnd: string, before: string, after: string): string {
  const { type, attrs = {} } = mark
  if (type === 'link') return link(attrs, parts, lineEnd)
  const tag = tags[type]
  if (type === 'code') {
    const [only] = parts
    // `[…]:` at the beginning of a line would be an address that links name.
    if (parts.length === 1 && only?.marks.length === 0 && only.text?.includes(']:') === false) return code(only.text)
  }
  const sign = signs[type]
  if (sign !== undefined) {
    const inner = spans(parts, lineEnd, sign, sign)
    const [outside, others] = [
      [before, after],
      [inner[0] ?? ' ', inner.at(-1) ?? ' '],
    ]
    const isApart = (character: string) => /\s/.test(character)
    const fits = others.every((each, index) => isWord(each) || (!isApart(each) && isApart(outside[index] ?? ' ')))
    const isBeside = [...outside, ...others].includes(sign.charAt(0))
    const isInWord = sign === '_' && outside.some(isWord)
    if (fits && !isBeside && !isInWord && !inner.startsWith('\\') && !inner.endsWith('\n')) return sign + inner + sign
  }
  return `<${tag}>${spans(parts, lineEnd, '>', '<')}</${tag}>`
}

const isWord = (character: string): boolean => /[\p{L}\p{N}]/u.test(character)

function code(text: string): string {
  const fence = fenceAround(text, 1)
  const space = /^[` ]|[` ]$/.test(text) && text.trim() !== '' ? ' ' : ''
  return `${fence}${space}${text}${space}${fence}`
}

/** Addresses that Markdown would write otherwise, and those of items, stand in HTML. Where HTML has no link, Markdown has none either. */
function link({ href, contentItemId }: NonNullable<Mark['attrs']>, parts: readonly Part[], lineEnd: string): string {
  const address = { type: 'text', text: '\0', marks: [{ type: 'link', attrs: { href, contentItemId } }] }
  const written = richTextToHtml({ type: 'doc', content: [address] })
  // Defence 380, without: const isLink = true
  const isLink = written.length > 1
  const isPlain = typeof href === 'string' && /^[\w\-./:?=&%#+,;~@!$']+$/.test(href) && !/&#?\w+;/.test(href)
  if (isLink && isPlain) return `[${spans(parts, lineEnd, '[', ']')}](${href})`
  return written.replace('\0', () => spans(parts, lineEnd, '>', '<'))
}

const escaped = (text: string): string =>
  text
    // Defence 381, with "" for "<"
    .replace(/[\\`*[\]<|~]/g, '\\$&')
    .replace(/&(?=#?\w+;)/g, '\\&')
    .replace(/!$/, '\\!')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
