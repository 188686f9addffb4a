import type { ConceptFileProblem, ConceptWords } from '@pim/contract'
import { conceptNameSchema, descriptionSchema, maxSynonyms } from '@pim/contract/taxonomies/schemas.ts'
import { shownText } from '../../exchange/index.ts'
import { normalizeName } from '../names.ts'
import { splitPath, splitWords } from './concept-cells.ts'
import type { ConceptColumns, placeColumns } from './concept-columns.ts'

/** A row of a file of concepts. A part is undefined where the file says nothing of it, and the concept keeps what it has. */
export interface ConceptRow {
  readonly row: number
  readonly id: string | undefined
  /** Null: is to have none. */
  readonly code: string | null | undefined
  /** A code, an id, a path or a name; null: the top of the tree. */
  readonly parent: string | null | undefined
  /** The names above it, from the top, where the file says its place by a path. */
  readonly above?: readonly string[] | undefined
  readonly position: number | undefined
  /** By language, with the default one among them; an empty text takes the word away. */
  readonly names: Readonly<Record<string, string>>
  readonly descriptions: Readonly<Record<string, string>>
  readonly synonyms: Readonly<NonNullable<ConceptWords['synonyms']>>
  readonly problems: readonly ConceptFileProblem[]
}

const maxCodeLength = 200
const maxPosition = 1_000_000

export function conceptRowOf(
  row: number,
  cells: ReadonlyMap<string, unknown>,
  columns: ConceptColumns,
  emptyCells: 'keep' | 'clear',
  shown: (cell: string) => string = shownText,
): ConceptRow {
  const problems: ConceptFileProblem[] = []
  const textOf = (column: string): string => {
    const value = cells.get(column)
    // In a workbook a code or a position may be a number.
    return typeof value === 'string' ? shown(value) : typeof value === 'number' ? String(value) : ''
  }
  const tooLong = (column: string, max: number) =>
    problems.push({ code: 'TOO_LONG', message: `The text has more than ${max} characters.`, column, params: { max } })
  const placed = (kind: (typeof placeColumns)[number]): string | undefined => {
    const column = columns.place.get(kind)
    return column === undefined ? undefined : textOf(column).trim()
  }
  const names: Record<string, string> = {}
  const descriptions: Record<string, string> = {}
  const synonyms: Record<string, string[]> = {}
  for (const { column, kind, language } of columns.words) {
    const text = textOf(column)
    if (text.trim() === '' && emptyCells === 'keep') continue
    if (kind === 'name') {
      names[language] = normalizeName(text)
      if (text.trim() !== '' && !conceptNameSchema.safeParse(names[language]).success) tooLong(column, maxNameLength)
    } else if (kind === 'description') {
      descriptions[language] = text
      if (!descriptionSchema.safeParse(text).success) tooLong(column, maxDescriptionLength)
    } else {
      const list = [...new Set(splitWords(text).map(normalizeName))]
      synonyms[language] = list
      if (list.length > maxSynonyms) {
        const message = `The cell has ${list.length} synonyms; ${maxSynonyms} are the most.`
        problems.push({ code: 'TOO_MANY_SYNONYMS', message, column, params: { max: maxSynonyms } })
      } else if (list.some((word) => !conceptNameSchema.safeParse(word).success)) tooLong(column, maxNameLength)
    }
  }
  const path = splitPath(placed('path') ?? '')
  const pathColumn = columns.place.get('path') ?? ''
  const { defaultLanguage } = columns
  if (path.length > 0) names[defaultLanguage] ||= normalizeName(path.at(-1) ?? '')
  if (path.some((name) => name === ''))
    problems.push({ code: 'PATH_INVALID', message: 'A name of the path is empty.', column: pathColumn })
  else if (path.some((name) => !conceptNameSchema.safeParse(name).success)) tooLong(pathColumn, maxNameLength)
  const code = placed('code')
  const codeColumn = columns.place.get('code')
  if (codeColumn !== undefined && code !== undefined && code.length > maxCodeLength) tooLong(codeColumn, maxCodeLength)
  const position = placed('position') ?? ''
  const positionColumn = columns.place.get('position')
  if (
    positionColumn !== undefined &&
    position !== '' &&
    !(/^\d{1,7}$/.test(position) && Number(position) <= maxPosition)
  )
    problems.push({
      code: 'POSITION_INVALID',
      message: `A position is a whole number from 0 to ${maxPosition}.`,
      column: positionColumn,
      params: { max: maxPosition },
    })
  const parent = placed('parent')
  return {
    row,
    id: placed('id') || undefined,
    code: code === '' ? (emptyCells === 'clear' ? null : undefined) : code,
    parent: parent === '' ? null : parent,
    above: columns.place.has('parent') || path.length === 0 ? undefined : path.slice(0, -1),
    position: /^\d{1,7}$/.test(position) ? Number(position) : undefined,
    names,
    descriptions,
    synonyms,
    problems,
  }
}

/** As in the contract's schemas, which do not give them out. */
const [maxNameLength, maxDescriptionLength] = [300, 5_000]
