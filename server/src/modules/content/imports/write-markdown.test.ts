import { behaviourOf, type RichTextDocument, type RichTextNode, richTextToHtml } from '@pim/field-types'
import { fixtures } from '@pim/field-types/fixtures'
import { describe, expect, it } from '@rstest/core'
import fc from 'fast-check'
import { isWholeRun } from '../../../../testing/budget.ts'
import { readRichText } from './rich-texts.ts'
import { markdownOf } from './write-markdown.ts'

const behaviour = behaviourOf({ technicalName: 'body', friendlyName: {}, type: 'richText' })
const kept = (given: unknown): unknown => behaviour.read(given).value
const documentOf = (html: string) => readRichText(behaviour, html, 'html').value as RichTextDocument
const markdown = (html: string): string => markdownOf(documentOf(html))

/** Documents as they are kept, with words that Markdown could take for signs. */
const word = fc.string({
  unit: fc.constantFrom(...'aäß課1 *_`~[]()<>#+-=.!&|\\:;"\''),
  minLength: 1,
  maxLength: 8,
})
const marks = fc.subarray(['bold', 'italic', 'underline', 'strike', 'code', 'superscript', 'subscript'], {
  maxLength: 3,
})
const href = fc.constantFrom('https://a.example/b_c?d=1&amp=2', 'https://a.example/(b) ü', 'mailto:a@b.example')
const text = fc
  .record({ words: word, marks, href: fc.option(href, { freq: 6 }) })
  .map(({ words, marks: names, href: to }) => ({
    type: 'text',
    text: words,
    marks: [...(to === null ? [] : [{ type: 'link', attrs: { href: to } }]), ...names.map((type) => ({ type }))],
  }))
const inline = fc.array(
  fc.oneof({ weight: 8, arbitrary: text }, { weight: 1, arbitrary: fc.constant({ type: 'hardBreak' }) }),
  {
    maxLength: 5,
  },
)
const paragraph = inline.map((content) => ({ type: 'paragraph', content }))
const cell = (type: string) => paragraph.map((content) => ({ type, content: [content] }))
const row = (type: string) => fc.tuple(cell(type), cell(type)).map((content) => ({ type: 'tableRow', content }))
const { block } = fc.letrec<{ block: RichTextNode; blocks: RichTextNode[]; item: RichTextNode }>((tie) => ({
  block: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    paragraph,
    fc
      .tuple(inline, fc.integer({ min: 1, max: 4 }))
      .map(([content, level]) => ({ type: 'heading', attrs: { level }, content })),
    word.map((words) => ({ type: 'codeBlock', content: [{ type: 'text', text: `${words}\n\n  ${words}` }] })),
    fc.constant({ type: 'horizontalRule' }),
    fc.tuple(row('tableHeader'), row('tableCell')).map((content) => ({ type: 'table', content })),
    tie('blocks').map((content) => ({ type: 'blockquote', content })),
    fc.array(tie('item'), { minLength: 1, maxLength: 3 }).map((content) => ({ type: 'bulletList', content })),
    fc
      .tuple(fc.array(tie('item'), { minLength: 1, maxLength: 3 }), fc.integer({ min: 1, max: 12 }))
      .map(([content, start]) => ({ type: 'orderedList', attrs: { start }, content })),
  ),
  blocks: fc.array(tie('block'), { minLength: 1, maxLength: 3 }),
  item: fc.tuple(paragraph, fc.option(tie('block'))).map(([first, more]) => ({
    type: 'listItem',
    content: more === null ? [first] : [first, more],
  })),
}))
const documents = fc.array(block, { minLength: 1, maxLength: 4 }).map((content) => ({ type: 'doc' as const, content }))

describe('a rich text in Markdown', () => {
  it.each([
    ['<h2>A #</h2><p>1. b<br>- c</p>', '## A \\#\n\n1\\. b\\\n\\- c'],
    [
      '<p>a <strong>b</strong>, <em>c</em> <strong><em>d</em></strong> <s>e</s> <u>f</u></p>',
      'a **b**, _c_ **_d_** ~~e~~ <u>f</u>',
    ],
    ['<p>5 * 3 &lt; snake_case &amp;amp; [x]</p>', '5 \\* 3 \\< snake_case \\&amp; \\[x\\]'],
    ['<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul><ol start="3"><li>d</li></ol>', '- a\n  - b\n- c\n\n3. d'],
    ['<p><a href="https://a.example/b">go</a> <code>x|`y</code></p>', '[go](https://a.example/b) ``x|`y``'],
    [
      '<table><tr><th>a</th><th>b</th></tr><tr><td>1|2</td><td></td></tr></table>',
      '| a | b |\n| --- | --- |\n| 1\\|2 |  |',
    ],
    ['<blockquote><p>a</p><p>b</p></blockquote><pre><code>c\n```</code></pre>', '> a\n>\n> b\n\n````\nc\n```\n````'],
  ])('%s has the signs that people write', (html, expected) => {
    expect(markdown(html)).toBe(expected)
  })

  it('has no tag that somebody has typed as words, and no link that runs something', () => {
    const words = (text: string, ...marks: object[]) => ({ type: 'text', text, marks })
    const content = [words('<script>x</script>'), words('go', { type: 'link', attrs: { href: 'javascript:x' } })]
    const document = { type: 'doc', content: [{ type: 'paragraph', content }] } as RichTextDocument
    expect(markdownOf(document)).toBe('\\<script>x\\</script>go')
  })

  it('is read as the value that it was written from', () => {
    const isSame = (given: unknown) => {
      // What no HTML can say either, such as several spaces, is not asked for.
      const document = kept(given) as RichTextDocument | null
      const value = document && (documentOf(richTextToHtml(document)) as RichTextDocument | null)
      if (value === null) return
      const written = markdownOf(value)
      const again = readRichText(behaviour, written, 'markdown').value as RichTextDocument | null
      expect(again && withoutBlanks(again), written).toBe(again && withoutBlanks(value))
    }
    for (const { value } of fixtures.richText.valid) isSame(value)
    fc.assert(fc.property(documents, isSame), { numRuns: isWholeRun ? 5_000 : 200 })
  })
})

/** Paragraphs without a word are left out of Markdown. */
const withoutBlanks = (value: RichTextDocument): string => richTextToHtml(value).replace(/<p>(?:<br>)*<\/p>/g, '')
