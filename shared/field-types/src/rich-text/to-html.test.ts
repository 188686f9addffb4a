import { describe, expect, it } from '@rstest/core'
import fc from 'fast-check'
import type { RichTextDocument, RichTextNode } from './document.ts'
import { markRules, nodeRules } from './document.ts'
import { htmlTokens } from './html-tokens.ts'
import { richTextToHtml } from './to-html.ts'

const allowedTags = new Set(
  'p h1 h2 h3 h4 ul ol li blockquote pre code hr br table tbody tr th td img a strong em u s sup sub'.split(' '),
)
const allowedAttributes = new Set(
  'start class data-media-item-id alt colspan rowspan data-content-item-id href rel'.split(' '),
)

/** What a browser would make of an address: it drops these wherever they stand. */
const asBrowserReads = (address: string): string => address.replace(/[\p{Cc} ]/gu, '').toLowerCase()

const expectSafe = (html: string): void => {
  for (const token of htmlTokens(html)) {
    if (token.kind === 'text') continue
    expect(allowedTags).toContain(token.name)
    if (token.kind === 'close') continue
    for (const [name, value] of token.attributes) {
      expect(allowedAttributes).toContain(name)
      if (name === 'href') expect(asBrowserReads(value)).toMatch(/^(https?:|mailto:|tel:|\/(?![/\\])|#|\?)/)
    }
  }
  // Whatever looks like a tag in the text itself has been written out.
  const tags = html.match(/<[^>]*>/g) ?? []
  for (const tag of tags)
    expect(tag).toMatch(
      /^<\/?(p|h[1-4]|ul|ol|li|blockquote|pre|code|hr|br|table|tbody|tr|th|td|img|a|strong|em|u|s|sup|sub)( [^<>]*)?>$/,
    )
}

const nasty = fc.constantFrom(
  'javascript:alert(1)',
  ' jAvascript:alert(1)',
  'java\nscript:alert(1)',
  'java&#10;script:alert(1)',
  '\u0000javascript:alert(1)',
  'javascript&colon;alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'https://example.com/"onmouseover="alert(1)',
  "https://example.com/'><script>alert(1)</script>",
  '//evil.example',
  '/\\evil.example',
  '</code></pre><script>',
  '"><img src=x onerror=alert(1)>',
  '&lt;script&gt;',
  'h1><script>alert(1)</script><h1',
)
const words = fc.oneof(nasty, fc.string({ unit: 'binary' }), fc.webUrl())
const key = fc.oneof(
  fc.constantFrom(
    'href',
    'contentItemId',
    'mediaItemId',
    'alt',
    'level',
    'language',
    'colspan',
    'start',
    'onclick',
    'src',
  ),
  fc.string(),
)
const attrs = fc.dictionary(key, fc.oneof(words, fc.integer(), fc.constant(null)))
const type = fc.oneof(
  fc.constantFrom(...Object.keys(nodeRules), 'script', 'iframe', 'constructor', '__proto__', 'toString'),
  words,
)
const mark = fc.record({ type: fc.oneof(fc.constantFrom(...Object.keys(markRules), 'style'), words), attrs })
const { node } = fc.letrec<{ node: RichTextNode }>((tie) => ({
  node: fc.record(
    {
      type,
      attrs,
      text: words,
      marks: fc.array(mark, { maxLength: 3 }),
      content: fc.array(tie('node'), { maxLength: 4 }),
    },
    { requiredKeys: ['type'] },
  ),
}))

describe('the HTML of a rich text', () => {
  it('is safe whatever the document says, even one that no schema has seen', () => {
    fc.assert(
      fc.property(fc.array(node, { maxLength: 4 }), (content) => {
        expectSafe(richTextToHtml({ type: 'doc', content }))
      }),
      { numRuns: 2_000 },
    )
  })

  it.each(['javascript:alert(1)', '\tjavascript:alert(1)', '//evil.example', '/\\evil.example', ''])(
    'leaves a link to %j out and keeps its words',
    (href) => {
      const document: RichTextDocument = {
        type: 'doc',
        content: [
          { type: 'paragraph', content: [{ type: 'text', text: 'words', marks: [{ type: 'link', attrs: { href } }] }] },
        ],
      }
      expect(richTextToHtml(document)).toBe('<p>words</p>')
    },
  )
})
