import { createHash } from 'node:crypto'
import { describe, expect, it } from '@rstest/core'
import { runInThread } from '../../../../testing/in-thread.ts'
import { entryRecipe } from './recipe.ts'
import { searchTermsOf } from './search-terms.ts'
import { searchWordsOf, type Word, wordsOf } from './search-words.ts'

const texts = (text: string) => wordsOf(text).map((word) => word.text)

describe('words', () => {
  it.each([
    ['Crème  Brûlée', ['creme', 'brulee']],
    ['AB-4711/x', ['ab', '4711', 'x', 'ab4711x']],
    ['100% pure', ['100', 'pure', '%', '100%']],
    ['東京都', ['东京', '京都', '都']],
    ['新品 iPhone', ['新品', '品', 'iphone']],
    ['Straße', ['strasse']],
    ['한국어 검색', ['한국', '국어', '어', '검색', '색']],
    ['iPhone12', ['iphone12', 'iphone', '12']],
    ['får', ['far', 'får']],
    ['сырой', ['сырой']],
    ['1.299,00 €', ['1', '299', '00', '1299', '1299', '€', '€']],
    ['檢查', ['检查', '查']],
    ['Fest 🎉', ['fest', '🎉']],
    ['', []],
    ['— … !', []],
  ])('of %j', (text, expected) => {
    expect(texts(text)).toEqual(expected)
  })
  it.each([
    ['one word', `${'a'.repeat(199_999)}%`],
    ['dashes inside', `a${'-'.repeat(199_997)}%b`],
    ['dashes around', `${'-'.repeat(199_998)}%a`],
    ['many short words', `${'ab-'.repeat(66_666)}a%`],
  ])('are found in linear time in 200,000 characters: %s', async (_name, text) => {
    await using call = runInThread<Word[]>(new URL('./search-words.ts', import.meta.url), 'wordsOf', text)
    expect((await call.result).some((word) => word.text === '%')).toBe(true)
  })
  it('are cut where nobody would type on', () => {
    expect(texts('x'.repeat(500))).toEqual(['x'.repeat(60)])
  })
})

/** Whoever changes what is found here counts up the recipe, so that servers make the words of old content anew. */
it('the words of a document are those of this version of the recipe', async () => {
  const text =
    'Crème Brûlée AB-4711/x 100% 東京都 Straße 한국어 running shoes, 3.5 mm — it\'s "quoted" e-mail@example.com'
  const document = {
    id: '1',
    name: 'A name',
    references: ['01890000-0000-7000-8000-00000000000a'],
    nameStemmers: ['english'],
    texts: [{ text, isTitle: true, isCode: false, stemmers: ['english'] }],
  }
  const digest = createHash('sha256')
    .update(JSON.stringify(searchWordsOf(document)))
    .digest('hex')
    .slice(0, 12)
  expect({ version: entryRecipe, digest }).toEqual({ version: 7, digest: '61002e36a9fc' })
})

describe('what somebody looks for', () => {
  it.each([
    ['東京都', [{ kind: 'pairs', texts: ['东京', '京都'], run: '东京都' }]],
    ['東', [{ kind: 'begins', text: '东' }]],
    ['100%', [{ kind: 'begins', text: '100%' }]],
    [
      'red Bott',
      [
        { kind: 'word', text: 'red', hasStem: true, split: [] },
        { kind: 'word', text: 'bott', hasStem: true, split: [] },
      ],
    ],
    ['4711', [{ kind: 'word', text: '4711', hasStem: false, split: [] }]],
    ['400ml', [{ kind: 'word', text: '400ml', hasStem: true, split: ['400', 'ml'] }]],
    ['AB-4711', [{ kind: 'joined', texts: ['ab', '4711'], whole: 'ab4711' }]],
    ['1.299', [{ kind: 'word', text: '1299', hasStem: false, split: [] }]],
  ])('in %j', (text, expected) => {
    expect(searchTermsOf(text)).toEqual(expected)
  })
  it('is twenty things at most', () => {
    expect(searchTermsOf('a b c d e f g h i j k l m n o p q r s t u v w x y z')).toHaveLength(20)
  })
})
