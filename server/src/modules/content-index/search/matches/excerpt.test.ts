import { inOneGo } from '@pim/field-types/steps'
import { describe, expect, it } from '@rstest/core'
import { typedText } from '../../write/search-terms.ts'
import { excerptOf, lookThrough, wholeText } from './excerpt.ts'
import { soughtTerm } from './places.ts'

const sought = (typed: string, languageCode = 'en', stems: readonly string[] = []) =>
  typedText(typed, languageCode).terms.map((term) => soughtTerm(term, stems, []))

/** With what is marked in brackets. */
function shown(text: string, typed: string, languageCode?: string, stems?: readonly string[]): string | undefined {
  const terms = sought(typed, languageCode, stems)
  const { found } = inOneGo(lookThrough(text, terms))
  if (found === undefined) return undefined
  const { text: piece, marks } = excerptOf(found.piece, terms)
  return marks.reduceRight(
    (all, { from, to }) => `${all.slice(0, from)}[${all.slice(from, to)}]${all.slice(to)}`,
    piece,
  )
}

describe('an excerpt', () => {
  it.each([
    ['KX-2404-B', '2404', 'KX-[2404]-B'],
    ['A2404', '2404', 'A[2404]'],
    ['MH-01', 'mh01', '[MH-01]'],
    ['iPhone12 Pro', 'iphone 12', '[iPhone12] Pro'],
    ['Apfelsaft, naturtrüb', 'saft trub', 'Apfel[saft], natur[trüb]'],
    ['有機りんごジュース', 'りんご', '有機[りんご]ジュース'],
    ['繁體中文', '繁体', '[繁體]中文'],
    ['خزانة كَبيرة', 'كبيرة', 'خزانة [كَبيرة]'],
    ['ﬁne ﬁlm', 'film', 'ﬁne [ﬁlm]'],
    ['Straße 😀 12', '😀', 'Straße [😀] 12'],
    ['Cre\u0300me', 'creme', '[Crème]'],
    ['น้ำส้มคั้น', 'ส้ม', 'น้ำ[ส้ม]คั้น'],
    ['ถ้วยแก้วใส', 'แก', 'ถ้วย[แก้]วใส'],
    ['चाय की पत्ती', 'पत', 'चाय की [पत्ती]'],
  ])('of %j marks %j', (text, typed, found) => {
    expect(shown(text, typed)).toBe(found)
  })

  it('marks whole words in other forms of what was typed, and stems within compounds', () => {
    expect(shown('Two kinds of cheese here', 'cheeses', 'en', ['chees'])).toBe('Two kinds of [cheese] here')
    expect(shown('A wild berry', 'berries', 'en', ['berri'])).toBe('A wild [berry]')
    expect(shown('Kletterseil', 'seile', 'de', ['seil'])).toBe('Kletter[seil]')
    expect(shown('Cheerful colours', 'cheeses', 'en', ['chees'])).toBeUndefined()
  })

  it('keeps letters that are letters of their own in the language', () => {
    expect(shown('Ett får på fara', 'får', 'sv')).toBe('Ett [får] på fara')
    expect(shown('Ut på fara', 'får', 'sv')).toBeUndefined()
    expect(shown('Ein schöner Tag', 'schon', 'de')).toBe('Ein [schön]er Tag')
  })

  it('is no longer than a line, with the first mark near its beginning', () => {
    const words = 'padding '.repeat(80)
    const found = shown(`${words}waterproof lining ${words}`, 'waterproof') ?? ''
    expect(found).toMatch(/^….{0,18}\[waterproof\] lining .*…$/)
    expect(found.length).toBeLessThan(130)
  })

  it('has half as many characters before the mark where these are twice as wide', () => {
    const found = shown('静岡の茶畑で春に摘まれた一番茶。さわやかな香りとほのかな甘み。', '香り')
    expect(found).toBe('…一番茶。さわやかな[香り]とほのかな甘み。')
  })

  it('is that part of a text which has most of the words', () => {
    const far = `Red handle. ${'x '.repeat(400)}Red waterproof lining.`
    expect(shown(far, 'red waterproof')).toContain('[Red] [waterproof] lining.')
  })

  it('marks words joined by signs only where all of them stand', () => {
    expect(shown('Green tea', 'TE-118')).toBeUndefined()
    expect(shown('Code: TE 118', 'TE-118')).toBe('Code: [TE 118]')
    expect(shown('A shirt and a T', 'T-shirt')).toBe('A [shirt] and a [T]')
  })

  it('prefers a word to a part of another one', () => {
    expect(shown('Catalogue of a cat', 'cat')).toBe('[Cat]alogue of a [cat]')
    expect(shown('Concatenate a cat', 'cat')).toBe('Concatenate a [cat]')
  })

  it('is the beginning where nothing is marked', () => {
    expect(excerptOf(wholeText('Footwear'), sought('shoes'))).toEqual({ text: 'Footwear', marks: [] })
  })

  it('cuts no character in two', () => {
    const found = shown(`${'😀'.repeat(300)}word${'😀'.repeat(300)}`, 'word') ?? ''
    expect(found.isWellFormed()).toBe(true)
    expect(found).toContain('[word]')
  })
})
