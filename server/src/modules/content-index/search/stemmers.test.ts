import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { type TestDatabase, testDatabase } from '../../../../testing/test-database.ts'
import { stemsOf } from './stem.repository.ts'
import { stemmersOf } from './stemmers.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await testDatabase()
})
afterAll(() => test.close())

describe('the words of a language', () => {
  it('are stemmed by a dictionary that this PostgreSQL has, whichever language it is', async () => {
    const letters = [...'abcdefghijklmnopqrstuvwxyz']
    const languages = letters.flatMap((first) => letters.map((second) => first + second))
    const stemmers = languages.flatMap((languageCode) => stemmersOf([languageCode]).filter((each) => each !== null))
    expect(stemmers.length).toBeGreaterThan(25)
    const { tenantId } = await test.createTenant()
    const stemOf = await stemsOf(
      (work) => test.database.inTenantReadOnly(tenantId, work),
      stemmers.map((stemmer) => ({ stemmer, word: 'quark' })),
    )
    for (const stemmer of stemmers) expect([stemmer, stemOf(stemmer, 'quark')]).not.toEqual([stemmer, null])
  })

  it('are stemmed as those of the variation first, and once by each stemmer', () => {
    expect(stemmersOf(['de-DE', 'en-US', 'de-AT', 'en-GB'])).toEqual(['german_stem', 'english_stem'])
    expect(stemmersOf(['ja-JP', 'en-US'])).toEqual([null, 'english_stem'])
    expect(stemmersOf([])).toEqual([null])
  })
})
