import { describe, expect, it } from '@rstest/core'
import { marksOf } from './marks.ts'

const marked = (text: string, typed: string) => marksOf(text, typed).map(({ from, to }) => text.slice(from, to))

describe('what was typed', () => {
  it.each([
    ['Kåsa enamel mug', 'kasa MUG', ['Kåsa', 'mug']],
    ['Apfelsaft, naturtrüb', 'saft trub', ['saft', 'trüb']],
    ['iPhone12 Pro', 'iphone 12', ['iPhone12']],
    ['A2404', '2404', ['2404']],
    ['有機りんごジュース', 'りんご', ['りんご']],
    ['缅甸茶', '茶', ['茶']],
    ['חולצה כחולה', 'כחולה', ['כחולה']],
    ['ﬁne ﬁlm', 'film', ['ﬁlm']],
    ['Straße 😀 12', '12', ['12']],
  ])('is marked in %j where it is %j', (text, typed, found) => {
    expect(marked(text, typed)).toEqual(found)
  })

  it('is marked within a word from three characters on', () => {
    expect(marked('Lantern', 'an')).toEqual([])
    expect(marked('Lantern', 'ant')).toEqual(['ant'])
    expect(marked('An antenna', 'an')).toEqual(['An', 'an'])
  })

  it('is marked once where two words overlap, and not at all where it is not there', () => {
    expect(marked('storm lantern', 'storm stormlantern orm')).toEqual(['storm'])
    expect(marked('storm lantern', '*** ')).toEqual([])
    expect(marked('', 'storm')).toEqual([])
  })
})
