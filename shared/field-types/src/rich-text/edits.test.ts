import { describe, expect, it } from '@rstest/core'
import type { RichTextDocument, RichTextNode } from './document.ts'
import { richTextEdits } from './edits.ts'

const doc = (...content: RichTextNode[]): RichTextDocument => ({ type: 'doc', content })
const line = (...content: RichTextNode[]): RichTextNode => ({ type: 'paragraph', content })
const text = (words: string, mark?: string): RichTextNode => ({
  type: 'text',
  text: words,
  ...(mark !== undefined && { marks: [{ type: mark }] }),
})
const replace = (value: RichTextDocument, find: string, replaceBy: string) =>
  richTextEdits.replaceText?.(value, {
    kind: 'replaceText',
    technicalFieldName: 'it',
    find,
    replaceBy,
    matchCase: false,
    wholeWords: false,
  })

describe('edits of a rich text', () => {
  it('replace words across marks, which those of the beginning stay for', () => {
    const value = doc(line(text('The '), text('old l', 'bold'), text('amp'), text(' shines')))
    expect(replace(value, 'old lamp', 'new light')).toEqual(
      doc(line(text('The '), text('new light', 'bold'), text(' shines'))),
    )
  })

  it('replace every place in a text, also in lists, and leave what joins no two blocks', () => {
    const list = { type: 'bulletList', content: [{ type: 'listItem', content: [line(text('a b a'))] }] }
    const after = { type: 'bulletList', content: [{ type: 'listItem', content: [line(text('cc b cc'))] }] }
    expect(replace(doc(line(text('x a')), line(text('b')), list), 'a', 'cc')).toEqual(
      doc(line(text('x cc')), line(text('b')), after),
    )
    expect(replace(doc(line(text('x a')), line(text('b'))), 'a b', 'c')).toEqual(
      doc(line(text('x a')), line(text('b'))),
    )
  })

  it('leave no empty text behind', () => {
    expect(replace(doc(line(text('gone', 'bold'), text(' stays'))), 'gone', '')).toEqual(doc(line(text(' stays'))))
  })

  it('append paragraphs at either end', () => {
    const edit = { kind: 'append', technicalFieldName: 'it', text: 'More' } as const
    expect(richTextEdits.append?.(doc(line(text('There'))), { ...edit, at: 'end' })).toEqual(
      doc(line(text('There')), line(text('More'))),
    )
    expect(richTextEdits.append?.(null, { ...edit, at: 'start' })).toEqual(doc(line(text('More'))))
  })
})
