import { type RawBuilder, sql } from 'kysely'

/**
 * The stem of a word; null for stop words. The Russian stemmer takes a soft sign before a vowel for a part of the ending,
 * which makes raw material (`сырья`) of cheese (`сыр`): the sign stays with the stem.
 */
export const stemOfWord = (stemmer: RawBuilder<unknown>, word: RawBuilder<unknown>): RawBuilder<string | null> => sql`(
  select case when ${stemmer} = 'russian_stem' and substr(${word}, length(lexized) + 1) ~ '^ь[яеюи]'
    then lexized || 'ь' else lexized end
  from (select (ts_lexize((${stemmer})::regdictionary, ${word}))[1] as lexized) l)`
