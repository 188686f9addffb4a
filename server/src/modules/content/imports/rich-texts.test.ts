import type { Field, RichTextMarkup } from '@pim/contract'
import { behaviourOf } from '@pim/field-types'
import { describe, expect, it } from '@rstest/core'
import { readRichText } from './rich-texts.ts'

const behaviour = behaviourOf({ technicalName: 'body', friendlyName: {}, type: 'richText' } satisfies Field)
const read = (text: string, markup?: RichTextMarkup) => readRichText(behaviour, text, markup)
const html = (text: string, markup: RichTextMarkup) =>
  (behaviour.deliver(read(text, markup).value) as { html: string } | null)?.html
const leftOut = (text: string, markup: RichTextMarkup) =>
  read(text, markup).leftOut?.map(({ kind, name, count }) => `${kind} ${name} ${count}`)

describe('a cell of a rich text', () => {
  it.each([
    [
      '# Title\n\nA **strong** and *soft* ~~old~~ word',
      '<h1>Title</h1><p>A <strong>strong</strong> and <em>soft</em> <s>old</s> word</p>',
    ],
    ['- one\n- two\n  1. three', '<ul><li><p>one</p></li><li><p>two</p><ol><li><p>three</p></li></ol></li></ul>'],
    ['> said\n\n---\n\n`a < b`', '<blockquote><p>said</p></blockquote><hr><p><code>a &lt; b</code></p>'],
    ['```ts\nconst a = 1\n  b\n```', '<pre><code class="language-ts">const a = 1\n  b</code></pre>'],
    [
      '[go](https://a.example "t") <https://b.example>',
      '<p><a href="https://a.example" rel="noopener noreferrer">go</a> <a href="https://b.example" rel="noopener noreferrer">https://b.example</a></p>',
    ],
    [
      '| a | b |\n|---|---|\n| 1 | 2 |',
      '<table><tbody><tr><th><p>a</p></th><th><p>b</p></th></tr><tr><td><p>1</p></td><td><p>2</p></td></tr></tbody></table>',
    ],
    ['one\ntwo  \nthree', '<p>one two<br>three</p>'],
    ['5 * 3 & 2 < 4 <foo>', '<p>5 * 3 &amp; 2 &lt; 4 &lt;foo&gt;</p>'],
    ['<b>HTML</b> in *it*', '<p><strong>HTML</strong> in <em>it</em></p>'],
  ])('in Markdown, %s', (text, expected) => {
    expect(html(text, 'markdown')).toBe(expected)
  })

  it('is HTML only where it has tags or entities, unless it is told what it is', () => {
    expect(html('a **b**\n\nc', 'html')).toBe('<p>a **b**</p><p>c</p>')
    expect(html('a<br>b &amp; c', 'html')).toBe('<p>a<br>b &amp; c</p>')
    expect(html('<b>a</b> &amp; *c*', 'plain')).toBe('<p>&lt;b&gt;a&lt;/b&gt; &amp;amp; *c*</p>')
  })

  it('is a document where an export has written it, whatever the others are', () => {
    const value = read('a **b** <script>', 'plain').value
    for (const markup of ['html', 'markdown', 'plain'] as const)
      expect(read(behaviour.toText(value), markup)).toEqual({ value, issues: [] })
  })

  it('is a document in any order of its members, and a text where it only looks like one', () => {
    const sorted = '{"content":[{"content":[{"text":"a","type":"text"}],"type":"paragraph"}],"type":"doc"}'
    for (const markup of ['html', 'markdown', 'plain'] as const) expect(html(sorted, markup)).toBe('<p>a</p>')
    for (const text of ['{"a":{"type":"doc"}}', '{ not "type":"doc" JSON }'])
      expect(html(text, 'plain')).toBe(`<p>${text.replaceAll('"', '&quot;')}</p>`)
  })

  it('of which something is left out says what, and how many times', () => {
    expect(leftOut('<p style="color:red">x</p><p style="color:blue">y</p><script>z</script>', 'html')).toEqual([
      'element script 1',
      'attribute style 2',
    ])
    expect(leftOut('![A lamp](lamp.png) ![](data:image/png;base64,AAAA)', 'markdown')).toEqual([
      'image lamp.png 1',
      'image data:image/png 1',
    ])
    expect(leftOut('<p style="a">x</p>', 'plain')).toBe(undefined)
    expect(leftOut('nothing **is**', 'markdown')).toBe(undefined)
    const many = Array.from({ length: 80 }, (_, at) => `<p x${at}>a</p>`).join('')
    expect(leftOut(many, 'html')).toHaveLength(50)
    expect(leftOut(`<a href="x:${'y'.repeat(500)}">a</a>`, 'html')?.[0]).toHaveLength('link  1'.length + 100)
  })
})

describe('Markdown of a stranger', () => {
  it.each([
    '[a](javascript:alert(1))',
    '[a](JaVa&#x09;Script:alert(1))',
    '[a](<java\tscript:alert(1)>)',
    '[a](data:text/html;base64,PHNjcmlwdD4=)',
    '[a](vbscript:x)',
    '[a][b]\n\n[b]: javascript:alert(1) "t"',
    '<javascript:alert(1)>',
    '[a](\\\\evil.example)',
    '<a href="javascript:alert(1)" onclick="alert(1)">a</a>',
    '<svg onload=alert(1)>',
    '<img src=x onerror=alert(1)>',
    '![a](javascript:alert(1))',
    '[![a](x)](javascript:alert(1))',
    '```x" onload="alert(1)\na\n```',
    '<script>\nalert(1)\n</script>',
  ])('links nowhere that it may not, and runs nothing: %s', (text) => {
    // The link is left out, not kept for the save to refuse.
    expect(read(text, 'markdown').issues).toEqual([])
    const made = html(text, 'markdown') ?? ''
    expect(made.replace(/<(\/?(p|strong|em|pre|code|br)|code class="language-x")>/g, '')).not.toMatch(/[<"]/)
  })

  it('is refused where it is nested so deep that words would be lost', () => {
    expect(html(`${'> '.repeat(30)}deep`, 'markdown')).toContain('deep')
    expect(leftOut(`${'> '.repeat(30)}deep`, 'markdown')).toEqual([expect.stringMatching(/^nesting blockquote \d+$/)])
    for (const text of [`${'> '.repeat(200)}deep`, `${'- '.repeat(30)}a`, `${'>'.repeat(100_000)}`])
      expect(read(text, 'markdown')).toMatchObject({ value: null, issues: [{ code: 'TOO_DEEP', params: { max: 40 } }] })
  })

  it('is refused where few characters become many, or where it is too long', () => {
    const bomb = `[a]: /${'x'.repeat(50_000)}\n\n${'[a] '.repeat(10_000)}`
    expect(read(bomb, 'markdown')).toMatchObject({ value: null, issues: [{ code: 'TOO_LARGE' }] })
    expect(read('a'.repeat(1_000_001), 'markdown')).toMatchObject({ value: null, issues: [{ code: 'TOO_LONG' }] })
  })
})
