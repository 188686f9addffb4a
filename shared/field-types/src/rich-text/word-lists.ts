import type { HtmlToken } from './html-tokens.ts'

type Open = Extract<HtmlToken, { kind: 'open' }>

interface ListLevel {
  readonly level: number
  readonly tag: 'ul' | 'ol'
  /** Which list of the text it is. */
  readonly list: string
}

const styleOf = (token: HtmlToken | undefined): string =>
  token?.kind === 'open' ? (token.attributes.get('style') ?? '') : ''

const placeIn = (token: HtmlToken): Pick<ListLevel, 'level' | 'list'> | undefined => {
  if (token.kind !== 'open' || (token.name !== 'p' && token.name !== 'div')) return undefined
  const [, list = '', level, override = ''] =
    /mso-list:\s*(l\d{1,6})\s+level([1-9])(\s+lfo\d{1,6})?/i.exec(styleOf(token)) ?? []
  return level === undefined ? undefined : { level: Number(level), list: `${list}${override}` }
}

const isMarker = (token: HtmlToken): boolean =>
  token.kind === 'open' && token.name === 'span' && /mso-list:\s*ignore/i.test(styleOf(token))

/** Tokens between the beginning of a paragraph and the end of the sign before it. */
const mostBefore = 40

/** The sign before an item: a bullet, or a number. */
function markerAfter(tokens: readonly HtmlToken[], at: number): string {
  const near = tokens.slice(at + 1, at + 1 + mostBefore)
  const from = near.findIndex(isMarker)
  const text = near.slice(from + 1).find((token) => token.kind === 'text')
  return from === -1 || text?.kind !== 'text' ? '' : text.text.trim()
}

/** Word's HTML has no lists: paragraphs say which list and level they are of, with the bullet or the number as a text. */
class ListReader {
  readonly tokens: HtmlToken[] = []
  private lists: ListLevel[] = []
  /** The paragraph of an item that is open; undefined between items. */
  private item: Open | undefined
  /** Elements that are open in the sign before an item, which is left out; 0 outside. */
  private markerDepth = 0

  read(tokens: readonly HtmlToken[]): readonly HtmlToken[] {
    for (const [at, token] of tokens.entries()) this.take(token, () => markerAfter(tokens, at))
    this.endLists()
    return this.tokens
  }

  private take(token: HtmlToken, marker: () => string): void {
    if (this.markerDepth > 0) {
      if (token.kind !== 'text') this.markerDepth += token.kind === 'open' ? 1 : -1
      return
    }
    const place = placeIn(token)
    if (place !== undefined && token.kind === 'open') {
      this.beginItem({ ...place, tag: 'ul' }, marker())
      this.item = token
    } else if (this.item === undefined) {
      if (token.kind !== 'text' || token.text.trim() !== '') this.endLists()
      this.tokens.push(token)
    } else if (isMarker(token)) this.markerDepth = 1
    else {
      this.tokens.push(token)
      if (token.kind === 'close' && token.name === this.item.name) this.item = undefined
    }
  }

  private beginItem({ level, list }: ListLevel, marker: string): void {
    const isNumbered = /^\(?(?:\d{1,9}|[a-z]{1,5})[.)]/i.test(marker)
    const wanted = { level, list, tag: isNumbered ? 'ol' : 'ul' } as const
    const isOther = (last: ListLevel) =>
      last.level > level || (last.level === level && (last.tag !== wanted.tag || last.list !== list))
    for (let last = this.lists.at(-1); last !== undefined && isOther(last); last = this.lists.at(-1)) this.endList(last)
    if (this.lists.at(-1)?.level !== level) {
      const [, start] = /^\(?(\d{1,7})[.)]/.exec(marker) ?? []
      this.tokens.push(opening(wanted.tag, start === undefined ? [] : [['start', start]]))
      this.lists.push(wanted)
    }
    this.tokens.push(opening('li', []))
  }

  private endList({ tag }: ListLevel): void {
    this.lists.pop()
    this.tokens.push({ kind: 'close', name: tag })
  }

  private endLists(): void {
    for (const list of this.lists.toReversed()) this.endList(list)
  }
}

const opening = (name: string, attributes: readonly (readonly [string, string])[]): Open => ({
  kind: 'open',
  name,
  attributes: new Map(attributes),
})

/** With the lists of Word as lists, and without the empty paragraphs' sign that it writes into each (`<o:p>&nbsp;</o:p>`). */
export function withWordLists(tokens: readonly HtmlToken[]): readonly HtmlToken[] {
  const said = tokens.filter((token, at) => {
    const before = tokens[at - 1]
    const isFiller =
      token.kind === 'text' && token.text.trim() === '' && before?.kind === 'open' && before.name === 'o:p'
    return !isFiller && (token.kind === 'text' || token.name !== 'o:p')
  })
  return said.some((token) => placeIn(token) !== undefined) ? new ListReader().read(said) : said
}
