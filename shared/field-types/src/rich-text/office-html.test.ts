import { describe, expect, it } from '@rstest/core'
import { richTextFromHtml } from './from-html.ts'
import { officeTexts } from './office-fixtures.ts'
import { richTextToHtml } from './to-html.ts'

const html = (given: string): string => richTextToHtml(richTextFromHtml(given))

describe('HTML of an office program', () => {
  it.each(officeTexts.map((each) => [each.name, each] as const))('%s', (_name, { given, expected }) => {
    expect(html(given)).toBe(expected)
  })

  it.each([
    ['<b style="font-weight:normal">a<b>b</b></b>c', '<p>a<strong>b</strong>c</p>'],
    ['<b style="mso-bidi-font-weight:normal">a</b>', '<p><strong>a</strong></p>'],
    ['<strong>a<span style="FONT-WEIGHT: 400 !important">b</span></strong>', '<p><strong>a</strong>b</p>'],
    ['<p style="font-weight:bold">a</p>b<p>c', '<p><strong>a</strong></p><p>b</p><p>c</p>'],
    ['<h2><span style="font-weight:700">a</span></h2>', '<h2><strong>a</strong></h2>'],
    ['<i style="font-style:normal">a</i> <span style="font-style:italic">b</span>', '<p>a <em>b</em></p>'],
    [
      '<span style="text-decoration:underline line-through">a</span><span style="vertical-align:super">2</span>',
      '<p><u><s>a</s></u><sup>2</sup></p>',
    ],
    [
      '<a href="https://a.example"><span style="text-decoration:underline">a</span></a>',
      '<p><a href="https://a.example" rel="noopener noreferrer">a</a></p>',
    ],
    [
      '<table><tr style="font-weight:bold"><td style="font-weight:700">a<td>b</table>c',
      '<table><tbody><tr><td><p><strong>a</strong></p></td><td><p>b</p></td></tr></tbody></table><p>c</p>',
    ],
    [
      '<ul><li style="font-weight:bold">a</li><li>b</li><ol><li>c</li></ol><li>d</li></ul>',
      '<ul><li><p><strong>a</strong></p></li><li><p>b</p><ol><li><p>c</p></li></ol></li><li><p>d</p></li></ul>',
    ],
    ['a<o:p></o:p> <o:p/>b<st1:City w:st="on">c</st1:City>', '<p>a bc</p>'],
    ['<td style="font-weight:bold">a</td>b', '<p>a</p><p>b</p>'],
    ['1 <o 2, <x: and <a.b>', '<p>1 &lt;o 2, &lt;x: and &lt;a.b&gt;</p>'],
  ])('%j becomes %j', (given, expected) => {
    expect(html(given)).toBe(expected)
  })

  it('says nothing of what it leaves out of styles that are read, and names the others', () => {
    const told: string[] = []
    const given =
      '<p style="mso-list:none"><span style="font-weight:700">a</span><b style="color:red">b</b></p><o:p></o:p>'
    richTextFromHtml(given, (kind, name) => told.push(`${kind} ${name}`))
    expect(told).toEqual(['attribute style'])
  })
})
