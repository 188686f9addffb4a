import type { RowCount } from './count.repository.ts'
import type { CandidateQuery, Condition } from './filter.repository.ts'
import type { KnownCounts, ListSource, OrderedScan } from './list-source.ts'
import { isUsualWalk } from './page.repository.ts'
import { costPerCandidate, costPerRow } from './plan-cost.ts'

/** What is known of one condition of a list. */
export interface ConditionFigures {
  /** Which rows an index can find: those that match, those that do not, or neither. */
  readonly finds: 'matching' | 'excluded' | 'nothing'
  readonly isExpensive: boolean
  /** Whether every row that it finds stands in the list, apart from other conditions. */
  readonly isWithinList: boolean
  /** How many rows the index finds, once that was counted. */
  readonly rows?: RowCount | undefined
}

/** What is known of the scan that reads a list in its order. */
export interface ScanFigures {
  /** Whether it reads the rows of the list (conditions aside) and no others. */
  readonly isExact: boolean
  readonly costPerRow: number
}

/** What is known of a list: at first what is kept anyway; each step that reads something adds what it found. */
export interface Figures {
  /** Rows of the list, conditions aside. */
  readonly possible: number
  /** The exact length, where it is known without reading. */
  readonly total?: number | undefined
  readonly offset: number
  readonly limit: number
  readonly conditions: readonly ConditionFigures[]
  readonly costPerCandidate: number
  /** Absent where no index has the order. */
  readonly scan?: ScanFigures | undefined
  /** Whether its only condition can be counted and the page be read in one prepared statement. */
  readonly isOneStatement?: boolean
  /** Whether the order is that of a field: rows without a value follow those of the scan. */
  readonly endsWithoutValue: boolean
  /** How many of so many first rows in the order match. */
  readonly sample?: Sample
  /** How many rows the only condition found, as they were no more than the limit. */
  readonly fetched?: { readonly total: number }
  /** How many rows a walk found before it ended. */
  readonly walked?: { readonly rows: number; readonly budget: number }
}

export interface Sample {
  readonly rows: number
  readonly hits: number
}

/** What is known of a list before anything of it is read. */
export function figuresOf<Row>(source: ListSource<Row>, known: KnownCounts): Figures {
  const { possible, total, offset, limit, conditions, order } = source
  const { scan, keys } = order
  return {
    possible,
    total,
    offset,
    limit,
    conditions: conditions.map((condition) => conditionFigures(source, condition, known)),
    costPerCandidate: costPerCandidate(conditions),
    scan: scan && scanFigures(scan, conditions),
    isOneStatement: isOneStatement(source),
    endsWithoutValue: keys !== undefined,
  }
}

function isOneStatement<Row>({ conditions, containsAllOf, order: { scan }, limit }: ListSource<Row>): boolean {
  const [only] = conditions
  if (only?.items === undefined || only.findMatching === undefined || only.isExpensive) return false
  // What the condition finds has to be the list: nothing else tells how long that is.
  if (scan === undefined || !containsAllOf(only)) return false
  return isUsualWalk({ scan, conditions, limit: limit + 1 })
}

function conditionFigures<Row>(source: ListSource<Row>, condition: Condition, known: KnownCounts): ConditionFigures {
  const find = countedBy(condition)
  return {
    finds: condition.findMatching ? 'matching' : condition.findExcluded ? 'excluded' : 'nothing',
    isExpensive: condition.isExpensive ?? false,
    isWithinList: source.containsAllOf(condition),
    rows: find && known.get(find),
  }
}

const scanFigures = (scan: OrderedScan, conditions: readonly Condition[]): ScanFigures => ({
  isExact: scan.isExact,
  costPerRow: costPerRow(scan, conditions),
})

/** The query whose rows are counted for a condition; undefined where no index can find any. */
export const countedBy = ({ findMatching, findExcluded }: Condition): CandidateQuery | undefined =>
  findMatching ?? findExcluded
