import { describe, expect, it } from '@rstest/core'
import type { DeclaredSetting } from '../sections/declared-setting.ts'
import { staticHalfSchema } from '../sections/static-half.ts'
import { orderedSettings, settingProblem } from './section-settings.ts'

const of = { scope: 'tenant', titleKey: 'orders.any' } as const
const pageSize: DeclaredSetting = { ...of, kind: 'number', default: 25, min: 1, max: 100, isWhole: true }
const note: DeclaredSetting = { ...of, kind: 'text', default: '', maxLength: 5 }
const options = ['EUR', 'SEK'].map((value) => ({ value, titleKey: `orders.currency.${value}` }))
const currency: DeclaredSetting = { ...of, kind: 'choice', default: 'EUR', options }
const isLoud: DeclaredSetting = { ...of, kind: 'boolean', default: false }

describe('a setting of a section', () => {
  it('takes the values of its kind within its bounds, and says what is wrong with others', () => {
    for (const [declared, value] of [
      [isLoud, true],
      [note, '12345'],
      [pageSize, 1],
      [pageSize, 100],
      [currency, 'SEK'],
    ] as const)
      expect([value, settingProblem(declared, value)]).toEqual([value, undefined])
    const codeOf = (declared: DeclaredSetting, value: unknown) => settingProblem(declared, value)?.code
    for (const declared of [isLoud, note, pageSize]) expect(codeOf(declared, null)).toBe('WRONG_TYPE')
    expect(codeOf(isLoud, 'true')).toBe('WRONG_TYPE')
    expect(codeOf(pageSize, '25')).toBe('WRONG_TYPE')
    expect(settingProblem(note, '123456')).toMatchObject({ code: 'TOO_LONG', params: { max: 5 } })
    expect(codeOf(note, 'a\nb')).toBe('FORBIDDEN_CHARACTER')
    expect(settingProblem(pageSize, 0)).toMatchObject({ code: 'TOO_SMALL', params: { min: 1 } })
    expect(settingProblem(pageSize, 101)).toMatchObject({ code: 'TOO_BIG', params: { max: 100 } })
    expect(codeOf(pageSize, 2.5)).toBe('TOO_PRECISE')
    expect(codeOf(pageSize, Number.NaN)).toBe('NOT_A_NUMBER')
    expect(codeOf(currency, 'USD')).toBe('UNKNOWN_OPTION')
    expect(codeOf(currency, 1)).toBe('UNKNOWN_OPTION')
  })

  it('stands in forms by its position, and by its key where that is the same', () => {
    const first: DeclaredSetting = { ...isLoud, position: 1 }
    expect(orderedSettings({ note, currency, isLoud: first }).map(([key]) => key)).toEqual([
      'isLoud',
      'currency',
      'note',
    ])
  })

  it('is part of a static half only where its default fits it and what all of them take is bounded', () => {
    const refusalOf = (settings: Record<string, unknown>) =>
      staticHalfSchema.safeParse({ name: 'orders', settings }).error?.issues[0]?.message
    expect(refusalOf({ pageSize, note, currency, isLoud })).toBeUndefined()
    expect(refusalOf({ pageSize: { ...pageSize, default: 0 } })).toContain('the default of pageSize is less than 1')
    expect(refusalOf({ pageSize: { ...pageSize, min: 200 } })).toContain('pageSize has a min above its max')
    expect(refusalOf({ currency: { ...currency, options: [...options, ...options] } })).toContain('an option twice')
    const longest = { ...note, maxLength: 500 }
    expect(refusalOf({ a: longest, b: longest, c: longest, d: longest })).toBeUndefined()
    expect(refusalOf({ a: longest, b: longest, c: longest, d: longest, note })).toContain('2005; 2000 are the most')
    const many = Object.fromEntries(Array.from({ length: 41 }, (_, at) => [`s${at}`, isLoud]))
    expect(refusalOf(many)).toContain('41 settings; 40 are the most')
    for (const wrong of [
      { 'no key': isLoud },
      { isLoud: { ...isLoud, scope: 'world' } },
      { isLoud: { ...isLoud, kind: 'date' } },
      { isLoud: { ...isLoud, max: 3 } },
    ])
      expect([wrong, refusalOf(wrong)]).toEqual([wrong, expect.any(String)])
  })
})
