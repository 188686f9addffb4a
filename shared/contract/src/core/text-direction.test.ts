import { describe, expect, it } from '@rstest/core'
import { directionOf, languageAttributes } from './text-direction.ts'

describe('the direction of a language', () => {
  it.each(['ar', 'ar-EG', 'he-IL', 'fa', 'ur-PK', 'ckb', 'dv', 'yi', 'az-Arab', 'AR-eg'])(
    '%s is written from right to left',
    (tag) => {
      expect(directionOf(tag)).toBe('rtl')
    },
  )

  it.each(['en-US', 'sv', 'ja', 'zh-Hant-TW', 'th', 'ru', 'hi', 'az', 'ar-Latn'])(
    '%s is written from left to right',
    (tag) => {
      expect(directionOf(tag)).toBe('ltr')
    },
  )

  it('takes a tag that nobody knows as one from left to right', () => {
    expect(directionOf('not a tag')).toBe('ltr')
    expect(directionOf('')).toBe('ltr')
  })

  it('leaves the direction to the text where the language is not known', () => {
    expect(languageAttributes(undefined)).toEqual({ dir: 'auto' })
    expect(languageAttributes('he-IL')).toEqual({ lang: 'he-IL', dir: 'rtl' })
  })
})
