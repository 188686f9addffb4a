import { describe, expect, it } from '@rstest/core'
import { amountsIn } from './typed-amounts.ts'

describe('an amount in a search text', () => {
  it.each([
    ['19,99', ['19.99'], []],
    ['19.99 €', ['19.99'], ['€']],
    ['€ 19.99', ['19.99'], ['€']],
    ['kr 5', ['5'], ['kr']],
    ['1.299', ['1.299', '1299'], []],
    ['1.299,50 kr', ['1299.50'], ['kr']],
    ["1'299.50", ['1299.50'], []],
    ['1 299', ['1299'], []],
    ['1.299.000', ['1299000'], []],
    ['0.500', ['0.500'], []],
    ['400ml', ['400'], ['ml']],
    ['\u0664\u0660\u0660 مل', ['400'], ['مل']],
    ['−3', ['-3'], []],
    ['12 m²', ['12'], ['m²']],
  ])('%s', (text, numbers, signs) => {
    expect(amountsIn(text).map((each) => [each.numbers, each.signs.map(({ sign }) => sign)])).toEqual([
      [numbers, signs],
    ])
  })

  it.each(['A2404', 'MH-01', '2404-X', '1.2.3', '12/34', 'x', '3-4'])('%s is a code or nothing', (text) => {
    expect(amountsIn(text)).toEqual([])
  })

  it('says where it stands, so that the rest of the text can be looked for', () => {
    const text = 'red vase 19,99 € big'
    const [amount] = amountsIn(text)
    const [sign] = amount?.signs ?? []
    expect(text.slice(0, sign?.from) + text.slice(sign?.to)).toBe('red vase  big')
  })
})
