import { createHash } from 'node:crypto'
import { describe, expect, it } from '@rstest/core'
import { runInThread } from '../../../../testing/in-thread.ts'
import { recipe } from '../../reader/index.ts'
import { searchTermsOf } from './search-terms.ts'
import { searchWordsOf, type WholeDocument, type Word, wordsOf } from './search-words.ts'

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

const document = (
  texts: readonly (Partial<WholeDocument['texts'][number]> & { readonly text: string })[],
  more: Partial<WholeDocument> = {},
): WholeDocument => ({
  id: '1',
  name: '',
  references: [],
  texts: texts.map((text) => ({ isTitle: false, isCode: false, ...text })),
  ...more,
})

const found = (...given: Parameters<typeof document>) => searchWordsOf(document(...given))

describe('the words of a document', () => {
  it('stand by where they are from: the title, the name of the item, all other texts', () => {
    const texts = [{ text: 'Red bottle', isTitle: true }, { text: 'of steel' }, { text: 'for tea' }]
    expect(found(texts, { name: 'Flask 12' })).toMatchObject({
      title: 'red bottle',
      name: 'flask 12',
      rest: 'of steel for tea',
    })
  })

  it('stand once, and in the rest only those that it is not called by', () => {
    const texts = [{ text: 'Tea, tea', isTitle: true }, { text: 'tea for two' }, { text: 'two for tea and a flask' }]
    expect(found(texts, { name: 'Flask of tea' })).toMatchObject({
      title: 'tea',
      name: 'flask of tea',
      rest: 'for two and a',
    })
  })

  it('of a script without spaces are neighbours, however often, with a gap wherever something is between them', () => {
    expect(found([{ text: '東京都' }]).rest).toBe('东京 京都 都 |')
    expect(found([{ text: '東京の東京' }]).rest).toBe('东京 京の の东 东京 京 |')
    expect(found([{ text: '東京 tea 京都' }]).rest).toBe('tea 东京 京 | 京都 都 |')
    // The last of one text and the first of the next are none.
    expect(found([{ text: '東京' }, { text: '京都' }]).rest).toBe('东京 京 | 京都 都 |')
  })

  it('may be signs, as they stand, and have none that the words are told apart by', () => {
    expect(found([{ text: `a'b\\c "d" | e` }]).rest.split(' ')).toEqual(['a', 'b', 'c', 'd', 'e', '\\', 'b\\c'])
  })

  it('are eight thousand different ones at most, the first ones, beside those that it is called by', () => {
    const many = Array.from({ length: 9_000 }, (_, at) => `w${at}x`)
    const { title, rest } = found([{ text: 'w8999x', isTitle: true }, { text: many.join(' ') }, { text: 'last' }])
    expect(title).toBe('w8999x w 8999 x')
    const words = rest.split(' ')
    expect(new Set(words).size).toBe(words.length)
    expect(words).toHaveLength(8_000)
    expect(words.slice(0, 3)).toEqual(['w0x', '0', 'w1x'])
    expect(words).not.toContain('last')
  })

  it('are sixteen thousand neighbours at most', () => {
    const text = Array.from({ length: 17_000 }, (_, at) => String.fromCodePoint(0x4e00 + at)).join('')
    const pairs = found([{ text }, { text: '東京' }]).rest.split(' ')
    expect(pairs.filter((pair) => pair !== '|')).toHaveLength(16_000)
    expect(pairs.at(-1)).toBe('|')
  })
})

describe('the marks of a document', () => {
  it('are what it is called by, whole and in parts, and what it refers to', () => {
    const id = '01890000-0000-7000-8000-00000000000a'
    const texts = [{ text: 'Lamp', isTitle: true }, { text: 'AB-47', isCode: true }, { text: 'nowhere' }]
    const { marks, heads } = found(texts, { name: 'Lampe', references: [id] })
    expect(marks).toBe('=lamp | ~lam ~amp =lampe =ab47 | ~ab4 ~b47 ^00000000000a')
    expect(heads).toBe('\ntlamp\nnlampe\ncab-47\n')
  })
})

/** Whoever changes what is found here counts up the recipe of the files, so that servers make those of old content anew. */
it('the words of a document are those of this version of the recipe', () => {
  const text =
    'Crème Brûlée AB-4711/x 100% 東京都 Straße 한국어 running shoes, 3.5 mm — it\'s "quoted" e-mail@example.com'
  const texts = [{ text, isTitle: true }, { text: 'made of 鋼 and steel' }, { text: 'XY-12', isCode: true }]
  const references = ['01890000-0000-7000-8000-00000000000a']
  const digest = createHash('sha256')
    .update(JSON.stringify(found(texts, { name: 'A name', references })))
    .digest('hex')
    .slice(0, 12)
  expect({ recipe, digest }).toEqual({ recipe: 2, digest: 'd244b74ae395' })
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
