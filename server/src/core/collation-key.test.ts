import { describe, expect, it } from '@rstest/core'
import fc from 'fast-check'
import { collationKey } from './collation-key.ts'

/** As the database compares texts of `collate "C"`. */
const byBytes = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other))
const sorted = (names: readonly string[], language: string) =>
  [...names].sort((one, other) => byBytes(collationKey(one, language), collationKey(other, language)))

describe('the key of a name', () => {
  it.each([
    ['sv-SE', ['Anka', 'wagn', 'Xylofon', 'Zebra', 'Åsna', 'Ängel', 'Örn']],
    ['de-DE', ['Ängel', 'Anka', 'Åsna', 'Örn', 'Straße', 'Strasser', 'Zebra']],
    ['da-DK', ['Abe', 'Zebra', 'Ærø', 'Østers', 'Aarhus', 'Århusbo']],
    ['cs-CZ', ['Cihla', 'Cukr', 'Čaj', 'Hora', 'Chata', 'Iris']],
    ['hu-HU', ['Cukor', 'Czinke', 'Csak', 'Zokni', 'Zsák']],
    // `nny` is the letter `ny` twice.
    ['hu-HU', ['Mensa', 'Menyét', 'Mennyi']],
    ['es-ES', ['Nube', 'Nzeta', 'Ñandú', 'Oso']],
    ['pl-PL', ['Lody', 'Luz', 'Łódka', 'Zupa', 'Źrebak', 'Żaba']],
    ['tr-TR', ['Hilal', 'Ilık', 'İlim', 'Jale']],
    ['ru-RU', ['арбуз', 'ёлка', 'жук', 'Яблоко']],
    ['zh-CN', ['阿姨', '北京', '上海', '中国']],
    ['ja-JP', ['あさひ', 'カメラ', 'きく', 'すし']],
    ['th-TH', ['กล้วย', 'ไก่', 'ขา', 'โต๊ะ']],
    [
      'en-US',
      ['9 lamps', 'cote', 'coté', 'côte', 'côté', 'Coteau', '日本', 'zz'].toSorted(new Intl.Collator('en').compare),
    ],
  ])('sorts names of %s as its readers do: %j', (language, names) => {
    expect(sorted(names.toReversed(), language)).toEqual(names)
  })

  const alphabets: Readonly<Record<string, string>> = {
    sv: 'abdeéosuvwxyzåäöøæ -.1',
    de: 'aäbeoösßtuüz -&2',
    cs: 'acčhidďeěrřsšzž ',
    hu: 'cdgylnstzöőuű ',
    hr: 'cčćdđžljn ',
    lt: 'iįyjzž',
    da: 'abdeoøæz',
    vi: 'aăâbdđeêoơuư',
    ko: '가나다마ab ',
    zh: '一丁七万上下中国北京ab1',
    ja: 'あかがサシ日本亜ab',
    ar: 'ابتثجحخأإآى ',
    hi: 'अआकखगािी ',
  }
  it.each(Object.entries(alphabets))('compares as the collator of %s does, letters alone', (language, alphabet) => {
    const { compare } = new Intl.Collator(language, { sensitivity: 'base' })
    const text = fc.array(fc.constantFrom(...alphabet), { maxLength: 8 }).map((letters) => letters.join(''))
    const letters = (name: string) => collationKey(name, language).split('\u0001')[0] ?? ''
    fc.assert(
      fc.property(text, text, (one, other) => {
        expect(Math.sign(byBytes(letters(one), letters(other)))).toBe(Math.sign(compare(one, other)))
      }),
      { numRuns: 400 },
    )
  })

  it('fits an index row and the encoding of the database, whatever the name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 600 }), (name) => {
        const key = collationKey(name, 'sv-SE')
        expect(key.length).toBeLessThanOrEqual(200)
        expect(key.isWellFormed() && !key.includes('\0')).toBe(true)
      }),
    )
  })

  it('is that of English for a tag that is none', () => {
    expect(collationKey('Äpple', 'not a tag')).toBe(collationKey('Äpple', 'en-US'))
  })
})
