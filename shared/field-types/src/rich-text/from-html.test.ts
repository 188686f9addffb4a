import type { Field } from '@pim/contract'
import { describe, expect, it } from '@rstest/core'
import fc from 'fast-check'
import { behaviourOf } from '../field-behaviour.ts'
import { type RichTextDocument, wordsOf } from './document.ts'
import { richText } from './fixtures.ts'
import { richTextFromHtml, richTextFromText } from './from-html.ts'
import { richTextToHtml } from './to-html.ts'

const field: Field = { technicalName: 'body', friendlyName: {}, type: 'richText' }
const issuesOf = (value: unknown) => behaviourOf(field).read(value).issues

const html = (given: string): string => richTextToHtml(richTextFromHtml(given))

const anOpenQuoteAndALink =
  '<p>&lt;p class=&quot;x&gt;an <a href="https://a.example" rel="noopener noreferrer">open</a> quote</p>'

describe('HTML that is taken over', () => {
  it.each([
    ['plain words', '<p>plain words</p>'],
    ['<p>one</p><p>two</p>', '<p>one</p><p>two</p>'],
    ['<b>Bold</b> and <I>italic</i>', '<p><strong>Bold</strong> and <em>italic</em></p>'],
    ['a<br>b<br/><br />c', '<p>a<br>b</p><p>c</p>'],
    ['<ul><li>one<li>two</ul>after', '<ul><li><p>one</p></li><li><p>two</p></li></ul><p>after</p>'],
    ['<li>no list</li>', '<ul><li><p>no list</p></li></ul>'],
    ['<ul>loose<li>one</ul>', '<ul><li><p>loose</p></li><li><p>one</p></li></ul>'],
    ['<ul><li>one<ul><li>inner</li></ul></li></ul>', '<ul><li><p>one</p><ul><li><p>inner</p></li></ul></li></ul>'],
    ['<ol start="3"><li>three</li></ol>', '<ol start="3"><li><p>three</p></li></ol>'],
    ['<h1>Title</h1>text<h6>small</h6>', '<h1>Title</h1><p>text</p><h4>small</h4>'],
    ['x<sup>2</sup> H<sub>2</sub>O', '<p>x<sup>2</sup> H<sub>2</sub>O</p>'],
    ['costs <US$600, really', '<p>costs &lt;US$600, really</p>'],
    ['1 < 2 and 3 > 2', '<p>1 &lt; 2 and 3 &gt; 2</p>'],
    ['<b>x</b.> y', '<p><strong>x</strong> y</p>'],
    ['caf&eacute; &amp; &#8364;5 &euro &unknown; &#x1F600;', '<p>café &amp; €5 € &amp;unknown; 😀</p>'],
    ['<script>alert("x")</script>kept<style>p{}</style>', '<p>kept</p>'],
    ['<!-- note -->a<!doctype html>b', '<p>ab</p>'],
    [
      '<a href="https://a.example/?x=1&amp;y=2">go</a>',
      '<p><a href="https://a.example/?x=1&amp;y=2" rel="noopener noreferrer">go</a></p>',
    ],
    ['<a href="javascript:alert(1)" onclick="x">go</a>', '<p>go</p>'],
    ['<p style="color:red" onload=x>text</p>', '<p>text</p>'],
    ['<img src="x.png" alt="A camera"> text', '<p>A camera text</p>'],
    ['<pre>a\n  b</pre>', '<pre><code>a\n  b</code></pre>'],
    ['<blockquote>said</blockquote>', '<blockquote><p>said</p></blockquote>'],
    [
      '<table><tr><th colspan=2>H</th></tr><tr><td>a<td>b</table>',
      '<table><tbody><tr><th colspan="2"><p>H</p></th></tr><tr><td><p>a</p></td><td><p>b</p></td></tr></tbody></table>',
    ],
    ['<table>loose</table>', '<table><tbody><tr><td><p>loose</p></td></tr></tbody></table>'],
    ['', '<p></p>'],
    ['   \n ', '<p></p>'],
    ['<div><div>a</div>b</div>', '<p>a</p><p>b</p>'],
    ['one<hr>two', '<p>one</p><hr><p>two</p>'],
    ['<strong><p>a</p><p>b</p></strong>', '<p><strong>a</strong></p><p><strong>b</strong></p>'],
    ['unfinished <b', '<p>unfinished &lt;b</p>'],
    ['a "quote <b title="x>y">b</b>', '<p>a &quot;quote <strong>b</strong></p>'],
    ['<p class="x>an <i>open</i> quote', '<p>&lt;p class=&quot;x&gt;an <em>open</em> quote</p>'],
    ["<p class=\"x>an <a href='https://a.example'>open</a> quote", anOpenQuoteAndALink],
    ['<template>not <b>this</b></template>but this', '<p>but this</p>'],
    ['<title>1 < 2 <b></title>', '<p>1 &lt; 2 &lt;b&gt;</p>'],
    ['&#128; &#0; &#xD800; &ndash 5', '<p>€ \ufffd \ufffd – 5</p>'],
    [
      '<a href="https://a.example/?x=1&copy=2">go</a>',
      '<p><a href="https://a.example/?x=1&amp;copy=2" rel="noopener noreferrer">go</a></p>',
    ],
  ])('%j becomes %j', (given, expected) => {
    expect(html(given)).toBe(expected)
    expect(issuesOf(richTextFromHtml(given))).toEqual([])
  })

  it('may hold a picture in an address, however long that is', () => {
    expect(html(`<img alt="A camera" src="data:image/png;base64,${'A'.repeat(20_000)}"> text`)).toBe(
      '<p>A camera text</p>',
    )
  })

  it('stays the same when what we wrote is taken over again', () => {
    const given =
      '<h2>T</h2><p>a <strong>b</strong><br>c</p><ul><li><p>x</p><ol><li><p>y</p></li></ol></li></ul><hr><pre><code class="language-ts">a\nb</code></pre><blockquote><p>q</p></blockquote><table><tbody><tr><td><p>1</p></td></tr></tbody></table><p><a data-content-item-id="019a0000-0000-7000-8000-000000000021">item</a></p><img data-media-item-id="019a0000-0000-7000-8000-000000000031" alt="pic">'
    expect(html(given)).toBe(given)
  })

  const name = fc.constantFrom(
    ...'p div b i a ul ol li table tr td th blockquote pre h1 h3 span br hr img code sup section article strong em u'.split(
      ' ',
    ),
  )
  const word = fc.string({
    unit: fc.constantFrom('a', 'ä', 'z', '日', '7', '<', '&', '$', '.', '"'),
    minLength: 1,
    maxLength: 6,
  })
  const soup = fc.array(
    fc.oneof(
      word.map((text) => ` ${text} `),
      name.map((tag) => `<${tag}>`),
      name.map((tag) => `</${tag}>`),
      fc.constantFrom(
        '<a href="https://a.example">',
        '<ol start=4>',
        '<td colspan=3>',
        '<!--',
        '-->',
        '<script>',
        "<p class='x",
      ),
      fc.string({ unit: 'binary' }),
    ),
    { maxLength: 60 },
  )

  it('never fails and always comes to a document that is let in', () => {
    fc.assert(
      fc.property(soup, (pieces) => {
        expect(issuesOf(richTextFromHtml(pieces.join('')))).toEqual([])
      }),
      { numRuns: 2_000 },
    )
  })

  it('keeps every word, in order, however the tags are nested', () => {
    const plainWord = fc.string({
      unit: fc.constantFrom('a', 'ä', 'z', '日', '7', '$', '.'),
      minLength: 1,
      maxLength: 6,
    })
    const piece = fc.oneof(
      plainWord.map((text) => ({ text, html: ` ${text} ` })),
      name.map((tag) => ({ text: '', html: `<${tag}>` })),
      name.map((tag) => ({ text: '', html: `</${tag}>` })),
      plainWord.map((text) => ({ text: `<${text}`, html: ` <${text} ` })),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const given = pieces.map((each) => each.html).join('')
        // `<a7` may be the beginning of a tag, and then is none of our words.
        fc.pre(
          !/<(a|p|b|i)[\s/>]/.test(
            pieces
              .filter((each) => each.text.startsWith('<'))
              .map((each) => each.html)
              .join(''),
          ),
        )
        const expected = pieces.flatMap((each) => (each.text === '' ? [] : [each.text]))
        expect(wordsOf(richTextFromHtml(given)).split(/\s+/).filter(Boolean)).toEqual(expected)
      }),
      { numRuns: 2_000 },
    )
  })

  it('takes time in proportion to its length, whatever is in it', () => {
    for (const piece of [
      '<',
      '<a ',
      '<a "',
      '<a x="" y="',
      '<!--',
      '<li>',
      '<b>',
      '<table><td>',
      '</p>',
      '&#',
      '<script>',
    ])
      expect(issuesOf(richTextFromHtml(`${piece.repeat(5_000)}>`))).toEqual([])
  })

  it('takes plain text with its paragraphs', () => {
    expect(richTextToHtml(richTextFromText('one\ntwo\r\n\r\nthree <b>'))).toBe(
      '<p>one<br>two</p><p>three &lt;b&gt;</p>',
    )
  })
})

describe('what HTML has that a document has no place for', () => {
  const leftOut = (given: string): string[] => {
    const told: string[] = []
    richTextFromHtml(given, (kind, name) => told.push(`${kind} ${name}`))
    return told
  }

  it.each([
    ['<script>alert(1)</script><STYLE>p{}</STYLE>', ['element script', 'element style']],
    ['<iframe src="https://a.example" onload=x><b>in</b></iframe>', ['element iframe']],
    ['<p style="color:red" class="x" onclick="y">a</p>', ['attribute style', 'attribute class', 'attribute onclick']],
    [
      '<font color="red">a</font><video src="x"></video><svg><path/></svg>',
      ['element font', 'element video', 'element svg'],
    ],
    ['<span>a</span><div><p>b</p></div><table><thead><tr><th>c</th></tr></thead></table>', []],
    ['<a href=" jAvaScript:alert(1)" target="_blank">a</a>', ['link jAvaScript:alert(1)', 'attribute target']],
    ['<a href="page.html">a</a><a name="here">b</a>', ['link page.html', 'attribute name']],
    ['<a href="https://a.example" rel="x">a</a>', []],
    ['<img src="x.png" alt="A camera" width=3><img alt="two">', ['image x.png', 'image ']],
    ['<pre><code class="language-ts">a</code></pre><code class="x">b</code>', ['attribute class']],
    [
      '<ul><li>a<ul><li>b<ul><li>c<ul><li>d<ul><li>e</li></ul></li></ul></li></ul></li></ul></li></ul>',
      ['nesting bulletList'],
    ],
    ['<unknown>1 < 2</unknown>', []],
    ['<script>never closed <p>a</p>', ['element script']],
  ])('is told of %s', (given, expected) => {
    expect(leftOut(given)).toEqual(expected)
  })

  it('is nothing of what is delivered', () => {
    for (const { value } of richText.valid) expect(leftOut(richTextToHtml(value as RichTextDocument))).toEqual([])
  })
})
