import { squashed } from '../../../core/spelling.ts'
import type { Condition, Ranking, RankSteps } from '../list-question.ts'
import { compiled, documentOf, documentsWith, onlyOf } from './conditions.ts'
import type { Row } from './reader-file.ts'
import { type Asked, driverOf, fromDriver, type Rows, read, rowsOf } from './rows.ts'
import { anyOf, type Sql, sql } from './sql.ts'

/** Rows that are ranked at once; of more, each tier is shown latest first. */
const mostRanked = 1_000
/** Rows of a condition that are counted to find the one with the fewest. */
const mostCounted = 10_000
/** Characters of a title that a shorter one comes before. */
const mostOfTitle = 400

/** The page of a list that is ordered by how well its rows match; where that is alike, in the order that was asked for. */
export function rankedRows(asked: Asked, ranking: Ranking): Rows {
  const { offset, limit } = asked.page
  const all = foundIn(asked)
  if (all.length <= mostRanked)
    return { rows: ranked(asked, ranking, all, offset, limit), total: all.length, isCapped: false }
  const { total, isCapped } = rowsOf({ ...asked, page: { ...asked.page, offset: 0, limit: 0 } })
  // Tier by tier: what is called so, what begins so, what has it in its name, all others.
  const rows: Row[] = []
  let passed = 0
  const before: Condition[] = []
  for (const tier of ranking.tiers) {
    const ofTier = narrowedTo(asked, tier, before)
    before.push(tier)
    const from = Math.max(0, offset - passed)
    const wanted = limit - rows.length
    const found = foundIn(ofTier)
    if (found.length <= mostRanked) {
      rows.push(...ranked(ofTier, ranking, found, from, wanted))
      passed += found.length
    } else {
      const inOrder = rowsOf({ ...ofTier, page: { ...asked.page, offset: from, limit: wanted } })
      rows.push(...inOrder.rows)
      passed += inOrder.total
      if (inOrder.isCapped) break
    }
    if (rows.length === limit) break
  }
  return { rows, total, isCapped }
}

function narrowedTo(asked: Asked, tier: Condition, before: readonly Condition[]): Asked {
  const { place } = asked
  return {
    ...asked,
    conditions: [
      ...asked.conditions,
      compiled(place, tier),
      ...before.map((each) => ({ test: sql`not ${compiled(place, each).test}` })),
    ],
  }
}

/** All rows of a list that is short enough to be ranked, and one more of others. */
function foundIn(asked: Asked): Row[] {
  const doc = documentOf(asked.place)
  return read(
    asked.place.file,
    sql`select v.r, ${doc} as doc, (select h.lines from head h where h.doc = ${doc}) as lines
      ${fromDriver(asked, driverOf(asked, mostCounted))} limit ${mostRanked + 1}`,
  )
}

/** A page of these rows, the best first. */
function ranked(asked: Asked, ranking: Ranking, found: readonly Row[], offset: number, limit: number): readonly Row[] {
  if (found.length <= offset || limit === 0) return []
  const ranks = new Ranks(asked, ranking)
  const inOrder = found
    .map((row) => ({ row, r: Number(row.r), rank: ranks.of(String(row.lines ?? ''), Number(row.doc), Number(row.r)) }))
    .toSorted((one, other) => other.rank - one.rank || other.r - one.r)
  return inOrder.slice(offset, offset + limit).map(({ row }) => row)
}

/** Pattern of the end of a word in another form. */
const ending = '[^ ,;/-]{0,3}(?:[ ,;/-]|$)'

/**
 * How well documents match, in steps: what it is called is what was typed, is that in another number, begins with it, has all its words, has it as a part; the
 * rest is found by its texts. The title counts before the name and codes; of two on the same step, the shorter title. What has no title
 * is called by its name.
 */
class Ranks {
  readonly #asked: Asked
  readonly #ranking: Ranking
  readonly #typed: string
  readonly #kept: string
  readonly #otherTitles: ReadonlySet<string>
  readonly #sets = new Map<string, ReadonlySet<number>>()
  readonly #parts: readonly { readonly anywhere: string; readonly atTheEnd: readonly RegExp[] }[]

  constructor(asked: Asked, ranking: Ranking) {
    this.#asked = asked
    this.#ranking = ranking
    this.#typed = squashed(ranking.plain)
    this.#kept = squashed(ranking.kept)
    this.#otherTitles = new Set(ranking.otherTitles)
    this.#parts = ranking.parts.map(({ anywhere, atTheEnd }) => ({
      anywhere: squashed(anywhere),
      // Stems consist of letters.
      atTheEnd: atTheEnd.map((stem) => new RegExp(`.${stem}${ending}`, 'u')),
    }))
  }

  of(lines: string, doc: number, r: number): number {
    const title = lines.slice(1, Math.max(1, lines.indexOf('\n', 1)))
    return this.#step(lines, title, doc, r) - Math.min(title.length, mostOfTitle) / 10_000
  }

  #step(lines: string, title: string, doc: number, r: number): number {
    const { plain, name } = this.#ranking
    const q = this.#typed
    if (q === '') return 0
    const all = squashedLines(lines)
    const titleSquashed = squashedLines(title)
    const codesFrom = all.indexOf('\nc')
    const codes = codesFrom === -1 ? '' : all.slice(codesFrom)
    const has = (tag: string, text: string, end = '') => all.includes(`\n${tag}${text}${end}`)
    const isWritten = q === this.#kept ? (lines.includes('\nk') ? 0 : 0.5) : has('k', this.#kept) ? 0.5 : 0
    if (has('t', q, '\n')) return 10 + isWritten
    const isInOtherNumber = this.#otherTitles.has(titleSquashed.slice(1))
    if (isInOtherNumber && title.startsWith('t')) return 9.5
    if (has('n', q, '\n') || has('c', q, '\n')) return 9
    if (isInOtherNumber) return 8.8
    if (lines.includes(`\nt${plain} `)) return 8 + isWritten
    // `Sets` does not begin `Set screws`, though `iphone 12` begins `iPhone12`.
    const begins = q === plain && !/\p{N}/u.test(q) ? lines.includes(`\nt${plain}`) : has('t', q)
    if (begins) return 7 + isWritten
    if (lines.includes(`\nn${plain} `) || has('c', q)) return 6
    const isPart = titleSquashed.indexOf(q) > 0 || codes.includes(q)
    const steps = title.startsWith('t') ? this.#ranking.title : name
    const isCalled = (step: keyof RankSteps) => this.#matching(steps[step]).has(doc)
    if (isCalled('written')) return isPart ? 5.5 : 5
    if (isPart) return 4.5
    if (isCalled('whole')) return 4
    if (isCalled('begun')) return 3.5
    if (this.#ranking.amounts.length > 0 && this.#withAmount().has(r)) return 3.2
    if (this.#parts.length > 0 && this.#parts.every((part) => isIn(part, title, titleSquashed))) return 3
    const isAnywhere = all.includes(q)
    if (this.#matching(name.written).has(doc)) return isAnywhere ? 2.8 : 2.6
    if (isAnywhere) return 2.4
    if (this.#matching(name.whole).has(doc)) return 2.2
    if (this.#matching(name.begun).has(doc)) return 2
    if (this.#matching(this.#ranking.inName).has(doc)) return 1
    return 0.1
  }

  /** The numbers of documents that match. */
  #matching(words: string): ReadonlySet<number> {
    return this.#set(words, () => documentsWith(this.#asked.place, words))
  }

  #withAmount(): ReadonlySet<number> {
    return this.#set('\u0000amounts', () => {
      const { place } = this.#asked
      return sql`select v.r as doc from row v where v.variation = ${onlyOf(place)} and ${anyOf(
        this.#ranking.amounts.map((amount) => compiled(place, amount).test),
      )}`
    })
  }

  #set(name: string, query: () => Sql | undefined): ReadonlySet<number> {
    const known = this.#sets.get(name)
    if (known !== undefined) return known
    const find = query()
    const found = new Set(find === undefined ? [] : read(this.#asked.place.file, find).map(({ doc }) => Number(doc)))
    this.#sets.set(name, found)
    return found
  }
}

/** Lines without what people leave out or put in; the ends of lines stay. */
const squashedLines = (lines: string): string => lines.replace(/[ \-._/]/g, '')

const isIn = (
  { anywhere, atTheEnd }: { readonly anywhere: string; readonly atTheEnd: readonly RegExp[] },
  title: string,
  titleSquashed: string,
): boolean => titleSquashed.indexOf(anywhere) > 0 || atTheEnd.some((pattern) => pattern.test(title))
