import { decodeEntities } from './html-entities.ts'

export type HtmlToken =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'open'; readonly name: string; readonly attributes: ReadonlyMap<string, string> }
  | { readonly kind: 'close'; readonly name: string }

const known = new Set(
  `a abbr acronym address applet area article aside audio b base basefont bdi bdo big blockquote body br button canvas
caption center cite code col colgroup data datalist dd del details dfn dialog dir div dl dt em embed fieldset figcaption
figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe img input ins kbd label
legend li link main map mark marquee math menu meta meter nav nobr noframes noscript object ol optgroup option output p
param picture pre progress q rp rt ruby s samp script search section select slot small source span strike strong style
sub summary sup svg table tbody td template textarea tfoot th thead time title tr track tt u ul var video wbr`.split(
    /\s+/,
  ),
)

/** What stands in them is not for readers. */
const silent = new Set(['script', 'style', 'template', 'iframe', 'noframes'])

const tag = /<(\/?)([A-Za-z][A-Za-z0-9]*)((?:[^>"']|"[^"]*"|'[^']*')*)>/y
const attribute = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+)))?/g

const attributesOf = (text: string): ReadonlyMap<string, string> => {
  const attributes = new Map<string, string>()
  for (const [, name = '', double, single, bare] of text.matchAll(attribute)) {
    const key = name.toLowerCase()
    if (!attributes.has(key)) attributes.set(key, decodeEntities(double ?? single ?? bare ?? ''))
  }
  return attributes
}

const skip = (html: string, from: number, end: string): number => {
  const at = html.indexOf(end, from)
  return at === -1 ? html.length : at + end.length
}

/** Where a comment, a doctype or an instruction ends; null where there is none. */
const passComment = (html: string, at: number): number | null => {
  if (html.startsWith('<!--', at)) return skip(html, at + 4, '-->')
  return /^<[!?][A-Za-z[]/.test(html.slice(at, at + 3)) ? skip(html, at, '>') : null
}

/** Longer than any tag that is meant; beyond it a quote that is never closed would be looked for again and again. */
const longestTag = 5_000

const tagAt = (html: string, at: number): RegExpExecArray | null => {
  const piece = html.slice(at, at + longestTag)
  tag.lastIndex = 0
  return tag.exec(piece)
}

/** An end tag is one whatever follows its name; a start tag has to look like one, or it is text: `<US$600`. */
const isTag = (close: string, name: string, rest: string): boolean =>
  known.has(name.toLowerCase()) && (close === '/' || rest === '' || /^[\s/]/.test(rest))

/**
 * Cuts HTML into tags and texts. Never fails: what is no known tag is text, so that no word is lost to a stray `<`.
 * Each character is looked at a bounded number of times.
 */
export function* htmlTokens(html: string): Generator<HtmlToken> {
  let text = ''
  let at = 0
  const lastBracket = html.lastIndexOf('>')
  while (at < html.length) {
    const next = html.indexOf('<', at)
    if (next === -1 || next > lastBracket) break
    text += html.slice(at, next)
    at = next
    const afterComment = passComment(html, at)
    if (afterComment !== null) {
      at = afterComment
      continue
    }
    const [whole = '', close = '', name = '', rest = ''] = tagAt(html, at) ?? []
    if (whole === '' || !isTag(close, name, rest)) {
      text += '<'
      at += 1
      continue
    }
    if (text !== '') yield { kind: 'text', text: decodeEntities(text) }
    text = ''
    at += whole.length
    const lower = name.toLowerCase()
    if (close === '/') yield { kind: 'close', name: lower }
    else if (silent.has(lower)) {
      const end = html.slice(at).search(new RegExp(`</${lower}`, 'i'))
      at = end === -1 ? html.length : skip(html, at + end, '>')
    } else yield { kind: 'open', name: lower, attributes: attributesOf(rest) }
  }
  text += html.slice(at)
  if (text !== '') yield { kind: 'text', text: decodeEntities(text) }
}
