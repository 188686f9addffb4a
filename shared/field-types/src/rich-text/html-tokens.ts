import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2'

export type HtmlToken =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'open'; readonly name: string; readonly attributes: ReadonlyMap<string, string> }
  | { readonly kind: 'close'; readonly name: string }

const elements =
  `a abbr acronym address applet area article aside audio b base basefont bdi bdo big blockquote body br button canvas
caption center cite code col colgroup data datalist dd del details dfn dialog dir div dl dt em embed fieldset figcaption
figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe img input ins kbd label
legend li link main map mark marquee math menu meta meter nav nobr noframes noscript object ol optgroup option output p
param picture pre progress q rp rt ruby s samp script search section select slot small source span strike strong style
sub summary sup svg table tbody td template textarea tfoot th thead time title tr track tt u ul var video wbr`
    .split(/\s+/)
    .join('|')

/** Elements of Office and Google Sheets, whose names HTML does not know. */
const officeElements = '(?:o|v|w|x|m|st1|u1):[a-z]\\w{0,40}|google-sheets-html-origin'

/** What stands in them is not for readers. */
const hiddenElements = new Set(['script', 'style', 'template', 'iframe', 'noframes'])

/** A `<` that begins neither a tag of HTML nor a comment: `1 < 2`, `<US$600`. */
const bracketOfText = new RegExp(
  `<(?!(?:${elements}|${officeElements})[\\s/>]|/(?:${elements}|${officeElements})(?![a-z0-9])|!--|[!?][a-z[])`,
  'gi',
)

/** Entities that are often written without their semicolon, though the standard wants one. */
const unfinishedEntity = /&(euro|trade|bull|hellip|ndash|mdash|lsquo|rsquo|sbquo|ldquo|rdquo|bdquo)(?![A-Za-z0-9;=])/g

/** Escapes what the tokenizer would take for the beginning of a tag and drop, so that no word of a text is lost to it. */
function escaped(html: string): string {
  const lastTagEnd = html.lastIndexOf('>') + 1
  const rest = html.slice(lastTagEnd).replaceAll('<', '&lt;')
  return (html.slice(0, lastTagEnd).replace(bracketOfText, '&lt;') + rest).replace(unfinishedEntity, '&$1;')
}

interface OpenTag {
  readonly start: number
  readonly name: string
  readonly attributes: Map<string, string>
  attributeName: string
  attributeNameEnd: number
  value: string
}

/** Takes what the tokenizer finds: joins the texts between two tags, and leaves hidden elements out. */
class TokenCollector implements TokenizerCallbacks {
  readonly tokens: HtmlToken[] = []
  private readonly onHidden: (name: string) => void
  private html = ''
  private text = ''
  private tag: OpenTag | undefined
  private hiddenElement: string | undefined

  constructor(onHidden: (name: string) => void) {
    this.onHidden = onHidden
  }

  /** Answers the tag that never ended, because a quote in it is never closed. */
  read(html: string): OpenTag | undefined {
    this.html = html
    this.tag = undefined
    const tokenizer = new Tokenizer({}, this)
    tokenizer.write(html)
    tokenizer.end()
    return this.tag
  }

  ontext(start: number, end: number): void {
    this.addText(this.html.slice(start, end))
  }

  ontextentity(codePoint: number): void {
    this.addText(String.fromCodePoint(codePoint))
  }

  onopentagname(start: number, end: number): void {
    const name = this.html.slice(start, end).toLowerCase()
    this.tag = { start: start - 1, name, attributes: new Map(), attributeName: '', attributeNameEnd: end, value: '' }
  }

  onattribname(start: number, end: number): void {
    if (this.tag === undefined) return
    this.tag.attributeName = this.html.slice(start, end).toLowerCase()
    this.tag.attributeNameEnd = end
    this.tag.value = ''
  }

  onattribdata(start: number, end: number): void {
    if (this.tag !== undefined) this.tag.value += this.html.slice(start, end)
  }

  onattribentity(codePoint: number): void {
    if (this.tag !== undefined) this.tag.value += String.fromCodePoint(codePoint)
  }

  onattribend(): void {
    if (this.tag === undefined) return
    const { attributes, attributeName, value } = this.tag
    if (!attributes.has(attributeName)) attributes.set(attributeName, value)
  }

  onopentagend(): void {
    const { tag } = this
    this.tag = undefined
    if (tag === undefined || this.hiddenElement !== undefined) return
    if (hiddenElements.has(tag.name)) {
      this.hiddenElement = tag.name
      this.onHidden(tag.name)
    } else this.add({ kind: 'open', name: tag.name, attributes: tag.attributes })
  }

  onselfclosingtag(): void {
    this.onopentagend()
  }

  onclosetag(start: number, end: number): void {
    // `</b.>` is an end tag, whatever follows its name.
    const name = this.html
      .slice(start, end)
      .toLowerCase()
      .replace(/[^a-z0-9:-].*/s, '')
    if (this.hiddenElement === undefined) this.add({ kind: 'close', name })
    else if (this.hiddenElement === name) this.hiddenElement = undefined
  }

  endText(): void {
    if (this.text !== '') this.tokens.push({ kind: 'text', text: this.text })
    this.text = ''
  }

  private addText(text: string): void {
    if (this.hiddenElement === undefined) this.text += text
  }

  private add(token: HtmlToken): void {
    this.endText()
    this.tokens.push(token)
  }

  onend(): void {}
  oncdata(): void {}
  oncomment(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}
}

/**
 * Cuts HTML into tags and texts. Never fails: what is no tag is text, so that no word is lost to a stray `<`. `onHidden` is
 * called for each element that is left out with all that stands in it.
 */
export function htmlTokens(html: string, onHidden: (name: string) => void = () => {}): readonly HtmlToken[] {
  const collector = new TokenCollector(onHidden)
  let rest = escaped(html)
  for (let tag = collector.read(rest); tag !== undefined; tag = collector.read(rest)) rest = fromUnfinished(rest, tag)
  collector.endText()
  return collector.tokens
}

const quotes: Readonly<Record<string, string>> = { '"': '&quot;', "'": '&#39;' }

/**
 * The text from the unfinished tag on, its bracket and the kind of quote that was never closed escaped in all of it: at
 * most one tag for each kind of quote is read twice, so the time stays in proportion to the length.
 */
function fromUnfinished(html: string, { start, attributeNameEnd }: OpenTag): string {
  const [, open = ''] = /^\s*=\s*(["'])/.exec(html.slice(attributeNameEnd)) ?? []
  return `&lt;${html.slice(start + 1).replaceAll(open, quotes[open] ?? '')}`
}
