import { describe, expect, it } from '@rstest/core'
import { inLanguage, isLanguageTag, labelIn } from './language.ts'

describe('a label', () => {
  it.each([
    ['of exactly the language', { de: 'Grösse', 'de-CH': 'Grösse CH', 'de-AT': 'Größe AT' }, 'de-AT', 'Größe AT'],
    ['of the language without its region', { 'de-DE': 'Größe DE', de: 'Größe' }, 'de-AT', 'Größe'],
    ['of the language without its last part', { zh: '尺寸', 'zh-Hant': '尺寸 Hant' }, 'zh-Hant-TW', '尺寸 Hant'],
    ['of the same language elsewhere', { 'en-US': 'Size', 'de-CH': 'Grösse' }, 'de-AT', 'Grösse'],
    ['of the same language with a region, for a plain one', { 'en-US': 'Size', 'de-DE': 'Größe' }, 'de', 'Größe'],
    ['of the default language', { 'sv-SE': 'Storlek', 'en-GB': 'Size GB', 'en-US': 'Size' }, 'fr-FR', 'Size'],
    ['of the default language without its region', { 'sv-SE': 'Storlek', en: 'Size' }, 'fr-FR', 'Size'],
    ['of the default language elsewhere', { 'sv-SE': 'Storlek', 'en-GB': 'Size' }, 'fr-FR', 'Size'],
    ['of any language', { 'sv-SE': 'Storlek', 'nb-NO': 'Størrelse' }, 'fr-FR', 'Storlek'],
    ['of the language, however its tag is written', { 'DE-de': 'Größe', 'en-US': 'Size' }, 'de-DE', 'Größe'],
    ['of no language that only begins like it', { den: 'Dene', 'en-US': 'Size' }, 'de', 'Size'],
    ['that says nothing is passed over', { 'de-DE': '', 'de-AT': 'Größe' }, 'de-DE', 'Größe'],
    ['in the default language where none is asked for', { 'de-DE': 'Größe', 'en-US': 'Size' }, undefined, 'Size'],
    ['of none is what was given for it', {}, 'de-DE', 'size'],
    ['of none is what was given for it, without a text', undefined, 'de-DE', 'size'],
    ['in which nothing is said is what was given for it', { 'de-DE': '', 'en-US': '' }, 'de-DE', 'size'],
  ])('%s', (_, text, language, expected) => {
    expect(inLanguage(text, language, 'size')).toBe(expected)
  })
})

it('a label says which language it is in, and what stands for one is in none', () => {
  expect(labelIn({ 'ar-EG': 'مقاس', 'en-US': 'Size' }, 'ar', 'size')).toEqual({ text: 'مقاس', tag: 'ar-EG' })
  expect(labelIn({ 'DE-de': 'Größe' }, 'sv-SE', 'size')).toEqual({ text: 'Größe', tag: 'DE-de' })
  expect(labelIn({}, 'ar', 'size')).toEqual({ text: 'size' })
})

describe('a language tag', () => {
  it.each([
    ['de', true],
    ['en-US', true],
    ['zh-Hant-TW', true],
    ['d', false],
    ['german', false],
    ['de_DE', false],
    ['de-', false],
    [`de${'-abcdefgh'.repeat(4)}`, false],
  ])('%s: %s', (tag, expected) => {
    expect(isLanguageTag(tag)).toBe(expected)
  })
})
