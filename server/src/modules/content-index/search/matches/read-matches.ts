import type { Field, SearchMatch, Variation } from '@pim/contract'
import { behaviourOf } from '@pim/field-types'
import { each, type Steps } from '@pim/field-types/steps'
import { sortableKey } from '../../../../core/sortable-key.ts'
import { inSlices } from '../../../../core/time-slices.ts'
import type { Transaction } from '../../../../platform/database/transaction.ts'
import type { StoredType } from '../../../content-model/index.ts'
import type { ListedRow } from '../../../reader/index.ts'
import { findNamesOfConcepts } from '../../../taxonomies/index.ts'
import { referenceLexeme } from '../../write/search-words.ts'
import { findListedLinks } from '../listed-link.repository.ts'
import type { ListedPlace } from '../listed-row.repository.ts'
import type { MeantAmount } from '../typed-amounts.ts'
import { type Excerpt, excerptOf, lookThrough, type Piece, sumOf, wholeText } from './excerpt.ts'
import type { SoughtTerm } from './places.ts'
import type { ReadRowValues, RowValue } from './row-values.ts'

/** All that a search text looked for. */
export interface Sought {
  /** Without words that are too common to narrow anything. */
  readonly terms: readonly SoughtTerm[]
  /** Lexemes of the items and concepts that the whole text names. */
  readonly references: ReadonlySet<string>
  readonly amounts: readonly MeantAmount[]
}

interface AskedMatches {
  readonly sought: Sought
  readonly place: ListedPlace
  readonly rows: readonly ListedRow[]
  readonly types: readonly StoredType[]
  readonly variation: Variation
  readonly variations: readonly Variation[]
}

/** Letters of the texts of one row, and of a page, that are looked through. */
const mostOfRow = 40_000
const mostOfPage = 400_000
/** Characters of one amount with its unit or currency, which is marked as a whole. */
const longestAmount = 24
/** Characters of the JSON of a long value. */
const lengthOfBeginning = 8_000

/** Where the best of what a row has of the terms stands, before names that it refers to are known. */
interface Candidate {
  readonly rank: number
  readonly field: Field
  readonly variationId: string | undefined
  readonly found: Excerpt | { readonly piece: Piece } | { readonly itemId: string } | { readonly conceptId: string }
}

/**
 * For each row whose name lacks some of the words where these stand. The values of such rows are read by one statement, and
 * by two more the names of what they refer to, where it was found by these.
 */
export async function readMatches(
  trx: Transaction,
  tenantId: string,
  readValues: ReadRowValues,
  { sought, place: listed, rows, types, variation, variations }: AskedMatches,
): Promise<ReadonlyMap<string, SearchMatch>> {
  const matches = new Map<string, SearchMatch>()
  const lackingByRow = await inSlices(
    each(rows, function* (row) {
      const missing = yield* missingIn(row.name, sought.terms)
      if (missing.length === 0) return []
      const { itemName } = row
      if (itemName === null || itemName === row.name || (yield* missingIn(itemName, missing)).length > 0)
        return [{ row, missing }]
      const { text, marks } = excerptOf(wholeText(itemName), sought.terms)
      const source = variations.find((variation) => variation.isDefault)?.variationId
      matches.set(row.contentVariationId, { text, marks: [...marks], ...(source && { variationId: source }) })
      return []
    }),
  )
  const lacking = lackingByRow.flat()
  if (lacking.length === 0) return matches
  const typeOf = new Map(types.map((stored) => [stored.contentTypeId, stored]))
  const names = new Set(
    lacking.flatMap(({ row }) => typeOf.get(row.contentTypeId)?.type.fields.map((field) => field.technicalName) ?? []),
  )
  const asked = { names: [...names], rows: lacking.map(({ row }) => row), types, variation, variations }
  const values = await readValues(trx, tenantId, { ...asked, published: listed.isPublished, lengthOfBeginning })
  let left = mostOfPage
  const candidates = new Map<string, Candidate>()
  await inSlices(
    each(lacking, function* ({ row, missing }) {
      const type = typeOf.get(row.contentTypeId)
      const ofRow = values.get(row.contentVariationId)
      if (type === undefined || ofRow === undefined || left <= 0) return
      const looking = new Looking(
        type,
        ofRow,
        variation,
        { ...sought, terms: missing },
        sought.terms,
        Math.min(left, mostOfRow),
      )
      const best = yield* looking.best()
      left -= looking.looked
      if (best !== undefined) candidates.set(row.contentVariationId, best)
    }),
  )
  const found = [...candidates.values()].map((each) => each.found)
  const [links, concepts] = await Promise.all([
    findListedLinks(trx, tenantId, { ...listed, variations }, [
      ...new Set(found.flatMap((each) => ('itemId' in each ? each.itemId : []))),
    ]),
    findNamesOfConcepts(trx, tenantId, variation.variationId, [
      ...new Set(found.flatMap((each) => ('conceptId' in each ? each.conceptId : []))),
    ]),
  ])
  await inSlices(
    // biome-ignore lint/correctness/useYield: `each` yields after every row.
    each([...candidates], function* ([contentVariationId, { field, variationId, found: place }]) {
      const name =
        'itemId' in place ? links[place.itemId]?.name : 'conceptId' in place ? concepts.get(place.conceptId) : undefined
      const piece = 'piece' in place ? place.piece : name === undefined ? undefined : wholeText(name)
      const excerpt = 'text' in place ? place : piece && excerptOf(piece, sought.terms)
      if (excerpt === undefined) return
      matches.set(contentVariationId, {
        technicalFieldName: field.technicalName,
        friendlyName: field.friendlyName,
        text: excerpt.text,
        marks: [...excerpt.marks],
        ...(variationId !== undefined && { variationId }),
      })
    }),
  )
  return matches
}

function* missingIn(name: string, terms: readonly SoughtTerm[]): Steps<readonly SoughtTerm[]> {
  const { found } = yield* lookThrough(name, terms)
  return found === undefined ? terms : terms.filter((_, at) => found.ranks[at] === 0)
}

/** Looks through the values of one row. */
class Looking {
  looked = 0
  readonly #type: StoredType
  readonly #values: Readonly<Record<string, RowValue>>
  readonly #variation: Variation
  /** With the terms that the name lacks. */
  readonly #sought: Sought
  /** All terms: the name's, too, are marked. */
  readonly #marked: readonly SoughtTerm[]
  readonly #most: number

  constructor(
    type: StoredType,
    values: Readonly<Record<string, RowValue>>,
    variation: Variation,
    sought: Sought,
    marked: readonly SoughtTerm[],
    most: number,
  ) {
    this.#type = type
    this.#values = values
    this.#variation = variation
    this.#sought = sought
    this.#marked = marked
    this.#most = most
  }

  /** The field that has the most of the terms; of two that have as much, the title, and then the one that comes first. */
  *best(): Steps<Candidate | undefined> {
    const { fields, titleField } = this.#type.type
    const inOrder = fields.toSorted(
      (one, other) => Number(other.technicalName === titleField) - Number(one.technicalName === titleField),
    )
    let best: Candidate | undefined
    for (const field of inOrder) {
      const value = this.#values[field.technicalName]
      if (value === undefined) continue
      const found = yield* this.#inField(field, value)
      if (found !== undefined && found.rank > (best?.rank ?? 0)) best = found
    }
    return best
  }

  *#inField(field: Field, { value, beginning, sourceVariationId }: RowValue): Steps<Candidate | undefined> {
    const behaviour = behaviourOf(field)
    const own = field.localizable === false ? undefined : (sourceVariationId ?? undefined)
    if (beginning !== undefined) return yield* this.#inText(field, beginning, own)
    if (value === null || behaviour.isEmpty(value)) return undefined
    if (this.#isAmount(field, value)) {
      const text = behaviour.plainText(value, this.#variation.languageCode)
      const excerpt = excerptOf(wholeText(text), this.#marked)
      const isLone = excerpt.marks.length === 0 || excerpt.text.length <= longestAmount
      const marks = isLone ? [{ from: 0, to: excerpt.text.length }] : excerpt.marks
      return { rank: 3 * this.#sought.terms.length, field, variationId: undefined, found: { ...excerpt, marks } }
    }
    const words = yield* this.#inText(field, behaviour.searchText(value), own)
    const named = this.#inReferences(field, value)
    const best = named !== undefined && named.rank > (words?.rank ?? 0) ? named : words
    if (best === undefined || best !== words || !hasLabels(field)) return best
    // Words of options are those of all languages: the label in that of the list, where it has the words, too.
    return (
      (yield* this.#inText(
        field,
        behaviour.plainText(value, this.#variation.languageCode),
        this.#variation.variationId,
      )) ?? {
        ...best,
        variationId: undefined,
      }
    )
  }

  *#inText(field: Field, whole: string, variationId: string | undefined): Steps<Candidate | undefined> {
    const left = Math.max(0, this.#most - this.looked)
    const { letters, found } = yield* lookThrough(whole.slice(0, left), this.#sought.terms, left)
    this.looked += letters
    return found && { rank: sumOf(found.ranks), field, variationId, found: { piece: found.piece } }
  }

  #isAmount(field: Field, value: unknown): boolean {
    const { contentTypeId } = this.#type
    const meant = this.#sought.amounts.flatMap(({ keys }) =>
      keys.filter((key) => key.contentTypeId === contentTypeId && key.technicalFieldName === field.technicalName),
    )
    if (meant.length === 0) return false
    const has = new Set((behaviourOf(field).indexKeys(value).number ?? []).map(keyOf))
    return meant.some((key) => has.has(keyOf(key)))
  }

  #inReferences(field: Field, value: unknown): Candidate | undefined {
    const { terms, references } = this.#sought
    if (references.size === 0 && terms.every((term) => term.references.size === 0)) return undefined
    let best: Candidate | undefined
    for (const { kind, id } of behaviourOf(field).references(value)) {
      if (kind === 'binary') continue
      const lexeme = referenceLexeme(id)
      const own = terms.filter((term) => term.references.has(lexeme)).length
      const rank = Math.max(3 * own, references.has(lexeme) ? 3 * terms.length : 0)
      if (rank > (best?.rank ?? 0))
        best = { rank, field, variationId: undefined, found: kind === 'item' ? { itemId: id } : { conceptId: id } }
    }
    return best
  }
}

const keyOf = ({ qualifier = '', number }: { readonly qualifier?: string; readonly number: string }): string =>
  `${qualifier} ${sortableKey('number', number)}`

const hasLabels = ({ settings }: Field): boolean => Array.isArray(settings?.options)
