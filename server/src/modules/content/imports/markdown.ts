import type { ValueIssue } from '@pim/field-types'
import MarkdownIt, { type Token } from 'markdown-it'

/**
 * Characters of one cell; levels of quotes and lists (a list in a list is two); parts, five times those of a rich text; characters of
 * addresses and titles beyond those that the text has: one that is defined once may be named in thousands of links.
 */
const most = { characters: 1_000_000, levels: 40, parts: 250_000, addresses: 100_000 }

/** CommonMark with tables and strikethrough. It checks no address: what is made of it is cleaned as any HTML is. */
const parser = new MarkdownIt({ html: true })
parser.options.maxNesting = most.levels + 1
parser.validateLink = () => true

type Result = { readonly html: string; readonly issue?: never } | { readonly html?: never; readonly issue: ValueIssue }

const refused = (code: ValueIssue['code'], message: string, max: number): Result => ({
  issue: { code, message: `${message} ${max}`, path: '', params: { max } },
})

/** What Markdown comes to in HTML, which is not clean. An issue where it would take too long, or lose words. */
export function htmlOfMarkdown(text: string): Result {
  if (text.length > most.characters) return refused('TOO_LONG', 'has more characters than', most.characters)
  const env = {}
  const tokens = parser.parse(text, env)
  // What stands deeper is not in the tokens.
  if (tokens.some(({ level }) => level >= most.levels)) return refused('TOO_DEEP', 'is nested deeper than', most.levels)
  if (tokens.reduce((sum, { children }) => sum + 1 + (children?.length ?? 0), 0) > most.parts)
    return refused('TOO_LARGE', 'has more parts than', most.parts)
  if (lengthOfAttributes(tokens) > text.length + most.addresses)
    return refused('TOO_LARGE', 'has more characters in the addresses of its links than', most.addresses)
  // The end of the last line of code is none of its own.
  for (const token of tokens)
    if (token.type === 'fence' || token.type === 'code_block') token.content = token.content.replace(/\n$/, '')
  return { html: parser.renderer.render(tokens, parser.options, env) }
}

function lengthOfAttributes(tokens: readonly Token[]): number {
  let length = 0
  for (const { attrs, children } of tokens) {
    for (const [, value] of attrs ?? []) length += String(value).length
    if (children !== null) length += lengthOfAttributes(children)
  }
  return length
}
