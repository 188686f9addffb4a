import { isSafeHref } from '../core/href.ts'
import { deepestNode, type RichTextDocument, type RichTextMark, type RichTextNode } from './document.ts'
import { cells, get, headings, isKept, isRead, lists, markNames, sections } from './html-elements.ts'
import { type HtmlToken, htmlTokens } from './html-tokens.ts'
import type { OnLeftOut } from './left-out.ts'
import { normaliseDocument, textNode } from './normalise-document.ts'
import { isStyleOfMarks, marksOfClasses, marksOfStyle, noStyle, type StyledMarks } from './styled-marks.ts'
import { withWordLists } from './word-lists.ts'

type Attributes = ReadonlyMap<string, string>

const idIn = (attributes: Attributes, name: string): string | undefined => {
  const id = attributes.get(name)?.toLowerCase()
  return id !== undefined && /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/.test(id) ? id : undefined
}

const linkMark = (attributes: Attributes): RichTextMark | null => {
  const contentItemId = idIn(attributes, 'data-content-item-id')
  if (contentItemId !== undefined) return { type: 'link', attrs: { contentItemId } }
  const href = attributes.get('href')?.trim() ?? ''
  return isSafeHref(href) ? { type: 'link', attrs: { href } } : null
}

const spanIn = (attributes: Attributes, name: string): number | undefined => {
  const span = Number(attributes.get(name))
  return Number.isInteger(span) && span > 1 && span <= 100 ? span : undefined
}

/** An open tag whose text has a mark; null: it has none, but its end has to be told from another's. */
interface OpenMark {
  readonly name: string
  readonly mark: RichTextMark | null
  /** Marks by its style, which count above its own: Google Docs writes texts into `<b style="font-weight:normal">`. */
  readonly styled: StyledMarks
}

/** More than a text needs: tags that are open at once are looked through for each text. */
const maxOpenMarks = 200

/** Frames that a block needs before it may stand in one of these. */
const missingFrames: Readonly<Record<string, number>> = { bulletList: 1, orderedList: 1, table: 2, tableRow: 1 }

const isList = ({ type }: RichTextNode): boolean => type === 'bulletList' || type === 'orderedList'

/** Frames of paragraphs. */
const holders = new Set(['listItem', 'tableCell', 'tableHeader'])

/** They begin something new, beside sections, lists and cells. */
const blocks = new Set(['li', 'blockquote', 'table', 'tr', 'pre', 'textarea', 'hr'])

const isStyled = (attribute: string, attributes: Attributes): boolean =>
  attribute === 'style' && isStyleOfMarks(attributes.get('style') ?? '')

/** What the text of a leaf goes into, under the frames that hold it. */
const deepestFrame = deepestNode - 2

/**
 * Builds the document while tags and texts come by. Frames are the nodes that are open, from the document inwards. Long
 * for a file, but one state: what a tag does can only be told beside what the others left open.
 */
class DocumentBuilder {
  private readonly root: RichTextNode = { type: 'doc', content: [] }
  private readonly frames: RichTextNode[] = [this.root]
  /** The paragraph, heading or code block that text goes into; none between blocks. */
  private leaf: RichTextNode | null = null
  private marks: OpenMark[] = []
  /** Marks by the style of the paragraph; below, by those of cells and items that are open. */
  private ofBlock = noStyle
  private readonly ofFrames = new Map<RichTextNode, StyledMarks>()
  private readonly classes: ReadonlyMap<string, StyledMarks>
  private readonly onLeftOut: OnLeftOut

  constructor(classes: ReadonlyMap<string, StyledMarks>, onLeftOut: OnLeftOut) {
    this.classes = classes
    this.onLeftOut = onLeftOut
  }

  take(token: HtmlToken) {
    if (token.kind === 'text') this.text(token.text)
    else if (token.kind === 'open') this.open(token.name, token.attributes)
    else this.close(token.name)
  }

  document(): unknown {
    this.endLeaf()
    this.endFramesTo(0)
    return this.root
  }

  private get frame(): RichTextNode {
    return this.frames.at(-1) ?? this.root
  }

  private append(node: RichTextNode): RichTextNode {
    const { frame } = this
    const content = frame.content ?? []
    content.push(node)
    frame.content = content
    return node
  }

  private push(node: RichTextNode) {
    this.frames.push(this.append(node))
  }

  private findFrame(...types: string[]): number {
    return this.frames.findLastIndex((frame) => types.includes(frame.type))
  }

  /** Closes frames until this one is the innermost. An item or a cell in which nothing was said gets its paragraph. */
  private endFramesTo(index: number) {
    while (this.frames.length > index + 1) {
      const frame = this.frames.pop()
      if (frame !== undefined && (frame.content ?? []).length === 0) this.fillOrDrop(frame)
    }
  }

  private fillOrDrop(frame: RichTextNode) {
    if (holders.has(frame.type)) frame.content = [{ type: 'paragraph' }]
    else this.frame.content = (this.frame.content ?? []).filter((child) => child !== frame)
  }

  private endLeaf() {
    const { leaf } = this
    this.leaf = null
    if (leaf === null || leaf.type === 'codeBlock') return
    const content = [...(leaf.content ?? [])]
    for (let last = content.at(-1); last !== undefined; last = content.at(-1)) {
      const text = last.text?.trimEnd()
      if (last.type !== 'hardBreak' && text !== '') {
        if (text !== undefined) content[content.length - 1] = { ...last, text }
        break
      }
      content.pop()
    }
    leaf.content = content
  }

  /** Text cannot stand in a list, a table or a row itself: it opens what is missing. */
  private openPlaceForBlock() {
    const { type } = this.frame
    if (type === 'bulletList' || type === 'orderedList') this.push({ type: 'listItem', content: [] })
    if (type === 'table') this.push({ type: 'tableRow', content: [] })
    if (this.frame.type === 'tableRow') this.push({ type: 'tableCell', content: [] })
  }

  private startLeaf(leaf: RichTextNode): RichTextNode {
    this.endLeaf()
    this.openPlaceForBlock()
    // An item has to begin with a paragraph, even one that says nothing.
    if (this.frame.type === 'listItem' && (this.frame.content ?? []).length === 0 && leaf.type !== 'paragraph')
      this.append({ type: 'paragraph' })
    this.leaf = this.append(leaf)
    return leaf
  }

  private addInline(node: RichTextNode) {
    const leaf = this.leaf ?? this.startLeaf({ type: 'paragraph' })
    const content = leaf.content ?? []
    content.push(node)
    leaf.content = content
  }

  private addBlock(node: RichTextNode) {
    this.startLeaf(node)
    this.leaf = null
  }

  private text(raw: string) {
    const clean = raw.replaceAll('\u0000', '').toWellFormed()
    if (this.leaf?.type === 'codeBlock') return this.addText(clean.replace(/\r\n?/g, '\n'))
    const collapsed = clean.replace(/[ \t\r\n\f]+/g, ' ')
    const last = this.leaf?.content?.at(-1)
    const startsLine = last === undefined || last.type === 'hardBreak' || last.text?.endsWith(' ') === true
    this.addText(startsLine ? collapsed.replace(/^ /, '') : collapsed)
  }

  private addText(text: string) {
    if (text === '') return
    const isPlain = this.leaf?.type === 'codeBlock'
    this.addInline(textNode(text, isPlain ? [] : this.marksHere()))
  }

  private marksHere(): RichTextMark[] {
    const marks = new Map<string, RichTextMark>()
    const style = (styled: StyledMarks) => {
      for (const [type, isOn] of styled)
        if (!isOn) marks.delete(type)
        // Editors underline each link by a style, which readers' pages do for themselves.
        else if (type !== 'underline' || !marks.has('link')) marks.set(type, { type })
    }
    for (const frame of this.frames) style(this.ofFrames.get(frame) ?? noStyle)
    style(this.ofBlock)
    for (const { mark, styled } of this.marks) {
      if (mark !== null) marks.set(mark.type, mark)
      style(styled)
    }
    return [...marks.values()]
  }

  private styleOf(attributes: Attributes): StyledMarks {
    const own = marksOfStyle(attributes.get('style'))
    const names = this.classes.size === 0 ? [] : (attributes.get('class') ?? '').split(/\s+/, 10)
    const ofClasses = names.flatMap((name) => [...(this.classes.get(name) ?? noStyle)])
    return ofClasses.length === 0 ? own : new Map([...ofClasses, ...own])
  }

  /** A frame that has just begun. */
  private styleFrame(attributes: Attributes) {
    const { type, content = [] } = this.frame
    if (holders.has(type) && content.length === 0) this.ofFrames.set(this.frame, this.styleOf(attributes))
  }

  private openMark(name: string, mark: RichTextMark | null, attributes: Attributes) {
    if (this.marks.length < maxOpenMarks) this.marks.push({ name, mark, styled: this.styleOf(attributes) })
  }

  private open(name: string, attributes: Attributes) {
    const level = get(headings, name)
    const list = get(lists, name)
    const cell = get(cells, name)
    const markName = get(markNames, name)
    if (markName !== undefined) this.openMark(name, { type: markName }, attributes)
    else if (name === 'span' || name === 'font') this.openMark(name, null, attributes)
    else if (name === 'a') this.openLink(attributes)
    else if (name === 'br') this.lineBreak()
    else if (name === 'img') this.image(attributes)
    else if (name === 'hr') this.addBlock({ type: 'horizontalRule' })
    else if (level !== undefined) this.startLeaf({ type: 'heading', attrs: { level } })
    else if (name === 'pre' || name === 'textarea') this.startLeaf({ type: 'codeBlock' })
    else if (list !== undefined) this.openList(list, attributes)
    else if (name === 'li') this.openItem()
    else if (name === 'blockquote') this.openFrame({ type: 'blockquote', content: [] }, 1)
    else if (name === 'table') this.openFrame({ type: 'table', content: [] }, 3)
    else if (name === 'tr') this.openRow()
    else if (cell !== undefined) this.openCell(cell, attributes)
    else if (sections.has(name)) this.endLeaf()
    if (level !== undefined || sections.has(name)) this.ofBlock = this.styleOf(attributes)
    else if (list !== undefined || cell !== undefined || blocks.has(name)) this.ofBlock = noStyle
    if (name === 'li' || cell !== undefined) this.styleFrame(attributes)
    const hasLanguage = name === 'code' && this.leaf?.type === 'codeBlock' && this.language(attributes)
    if (!isKept(name)) this.onLeftOut('element', name)
    else
      for (const attribute of attributes.keys())
        if (!isRead(name, attribute) && !(hasLanguage && attribute === 'class') && !isStyled(attribute, attributes))
          this.onLeftOut('attribute', attribute)
  }

  private openLink(attributes: Attributes) {
    const mark = linkMark(attributes)
    this.openMark('a', mark, attributes)
    const href = attributes.get('href')?.trim() ?? ''
    if (mark === null && href !== '') this.onLeftOut('link', href)
  }

  private close(name: string) {
    const mark = this.marks.findLastIndex((open) => open.name === name)
    if (mark !== -1) this.marks = this.marks.toSpliced(mark, 1)
    const types = [
      get(lists, name) ?? [],
      get(cells, name) ?? [],
      name === 'li' ? 'listItem' : [],
      name === 'tr' ? 'tableRow' : [],
      name === 'blockquote' || name === 'table' ? name : [],
    ].flat()
    if (types.length > 0 || sections.has(name) || get(headings, name) !== undefined) this.ofBlock = noStyle
    if (types.length > 0) this.closeFrame(types)
    else if (sections.has(name) || get(headings, name) !== undefined || name === 'pre' || name === 'textarea')
      this.endLeaf()
  }

  private closeFrame(types: string[]) {
    this.endLeaf()
    const index = this.findFrame(...types)
    if (index > 0) this.endFramesTo(index - 1)
  }

  /** Where it would be too deep, its text stays where it is and only the frame goes. `room`: levels that it brings. */
  private openFrame(node: RichTextNode, room: number) {
    this.endLeaf()
    const missing = missingFrames[this.frame.type] ?? 0
    if (this.frames.length + missing + room - 1 > deepestFrame) return this.onLeftOut('nesting', node.type)
    const last = this.frame.content?.at(-1)
    // Google Docs writes an inner list behind the item that it belongs to.
    if (isList(node) && isList(this.frame) && last !== undefined) this.frames.push(last)
    else this.openPlaceForBlock()
    if (this.frame.type === 'listItem' && (this.frame.content ?? []).length === 0) this.append({ type: 'paragraph' })
    this.push(node)
  }

  private openList(type: string, attributes: Attributes) {
    const start = Number(attributes.get('start') ?? 1)
    const isNumbered =
      type === 'orderedList' && Number.isInteger(start) && start >= 0 && start <= 1_000_000 && start !== 1
    this.openFrame({ type, ...(isNumbered ? { attrs: { start } } : {}), content: [] }, 2)
  }

  private openItem() {
    this.endLeaf()
    const list = this.findFrame('bulletList', 'orderedList')
    const cell = this.findFrame('tableCell', 'tableHeader')
    if (list > cell) this.endFramesTo(list)
    else this.openFrame({ type: 'bulletList', content: [] }, 2)
    if (this.frame.type === 'bulletList' || this.frame.type === 'orderedList')
      this.push({ type: 'listItem', content: [] })
  }

  private openRow() {
    this.endLeaf()
    const table = this.findFrame('table')
    if (table === -1) return
    this.endFramesTo(table)
    this.push({ type: 'tableRow', content: [] })
  }

  private openCell(type: string, attributes: Attributes) {
    this.endLeaf()
    const table = this.findFrame('table')
    if (table === -1) return
    const row = this.findFrame('tableRow')
    if (row > table) this.endFramesTo(row)
    else this.openRow()
    const [colspan, rowspan] = [spanIn(attributes, 'colspan'), spanIn(attributes, 'rowspan')]
    const attrs = { ...(colspan && { colspan }), ...(rowspan && { rowspan }) }
    this.push({ type, ...(Object.keys(attrs).length === 0 ? {} : { attrs }), content: [] })
  }

  /** Two in a row are how old editors made a new paragraph. */
  private lineBreak() {
    if (this.leaf === null) return
    if (this.leaf.type === 'codeBlock') return this.addText('\n')
    const isSecond = this.leaf.content?.at(-1)?.type === 'hardBreak'
    if (isSecond && this.leaf.type === 'paragraph') this.endLeaf()
    else if ((this.leaf.content ?? []).length > 0) this.addInline({ type: 'hardBreak' })
  }

  private image(attributes: Attributes) {
    const mediaItemId = idIn(attributes, 'data-media-item-id')
    const alt = (attributes.get('alt') ?? '').trim().slice(0, 2_000).toWellFormed()
    if (mediaItemId === undefined) {
      this.onLeftOut('image', attributes.get('src')?.trim() ?? '')
      return this.text(alt)
    }
    this.addBlock({ type: 'image', attrs: { mediaItemId, ...(alt === '' ? {} : { alt }) } })
  }

  private language(attributes: Attributes): boolean {
    const [, language] = /(?:^|\s)language-([\w+#.-]{1,50})(?:\s|$)/.exec(attributes.get('class') ?? '') ?? []
    if (this.leaf === null || language === undefined) return false
    this.leaf.attrs = { language }
    return true
  }
}

const asDocument = (document: unknown): RichTextDocument => {
  const { content = [] } = document as Partial<RichTextDocument>
  return { type: 'doc', content: content.length === 0 ? [{ type: 'paragraph' }] : content }
}

/** Whether a text has tags or entities. */
export const looksLikeHtml = (text: string): boolean => /<[A-Za-z/!]|&[A-Za-z#]/.test(text)

/**
 * Takes any HTML, or what someone took for it, that of Word, Google Docs and Excel, too, from a file or by pasting, and gives a document that the schema lets in, with all words that are for readers.
 * `onLeftOut` is told what of it is not there.
 */
export const richTextFromHtml = (html: string, onLeftOut: OnLeftOut = () => {}): RichTextDocument => {
  const builder = new DocumentBuilder(marksOfClasses(html), onLeftOut)
  const tokens = htmlTokens(html, (name) => onLeftOut('element', name))
  for (const token of withWordLists(tokens)) builder.take(token)
  return asDocument(normaliseDocument(builder.document()))
}

/** A blank line begins a paragraph, a single line end stays one. */
export const richTextFromText = (text: string): RichTextDocument => {
  const clean = text.replaceAll('\u0000', '').toWellFormed().replace(/\r\n?/g, '\n')
  const paragraphs = clean.split(/\n\s*\n/).filter((part) => part.trim() !== '')
  const content = paragraphs.map((part): RichTextNode => {
    const lines = part.trim().split('\n')
    const nodes = lines.flatMap((line, at) => [
      ...(at === 0 ? [] : [{ type: 'hardBreak' }]),
      ...(line === '' ? [] : [textNode(line)]),
    ])
    return { type: 'paragraph', content: nodes }
  })
  return asDocument(normaliseDocument({ type: 'doc', content }))
}
