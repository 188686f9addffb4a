import type { Field, ImportColumnReading } from '@pim/contract'
import { meantBy, type Reading, type ReadingPart } from './core/reading.ts'
import { behaviourOf } from './field-behaviour.ts'

/** Markup that hardly stands in a plain text: headings, lists, fences, links, strong words. */
const markdownSign = /^(?:#{1,6} |```|[-*+] |\d+\. |> )|\[[^\]\n]{1,200}\]\([^)\n]{1,200}\)|\*\*[^*\n]{1,200}\*\*/m
const htmlSign = /<\/?[a-z][^<>\n]{0,200}>|^\{.*"type":"doc"/is

/** An amount as this product writes it, with the code of its unit or currency: spreadsheets leave such a text alone. */
const ownAmount = /^-?\d+(\.\d+)? [A-Z_]{3,}$/

interface ShownColumn {
  readonly heading: string
  readonly cells: readonly string[]
  /**
   * Of a file that an export has written: the numbers beside its units and currencies have points, whoever has saved it since, and rich
   * texts that are neither documents nor HTML are Markdown, also where they have no signs.
   */
  readonly isExport?: boolean
}

/** How the cells of a column for the field are written, as far as heading and cells show it. */
export function proposeReading(field: Field, { heading, cells, isExport = false }: ShownColumn): ImportColumnReading {
  const behaviour = behaviourOf(field)
  const parts = new Set(behaviour.room.readingParts)
  const numbers = isExport && cells.some((cell) => ownAmount.test(cell)) ? 'point' : numbersOf(cells)
  const dates = datesOf(cells)
  const isMarkdown = isExport
    ? count(cells, /^[^<{]/) > count(cells, /^[<{]/)
    : count(cells, markdownSign) > count(cells, htmlSign)
  const markup = isMarkdown ? 'markdown' : 'html'
  const { unit, currency } = behaviour.readingOfHeading(heading)
  const list = ['|', ';'].find(
    (each) => cells.some((cell) => cell.includes(each)) && !cells.some((cell) => cell.includes(',')),
  )
  return {
    ...(parts.has('numbers') && numbers !== undefined && { numbers }),
    ...(parts.has('dates') && dates !== undefined && { dates }),
    ...(parts.has('markup') && { markup }),
    ...(parts.has('list') && list !== undefined && { list }),
    ...(unit !== undefined && { unit }),
    ...(currency !== undefined && { currency }),
  }
}

const count = (cells: readonly string[], pattern: RegExp): number => cells.filter((cell) => pattern.test(cell)).length

/** Where some cells can only be of one kind, so are the others. Digits behind a single 0 are decimals, however many. */
function numbersOf(cells: readonly string[]): 'point' | 'comma' | undefined {
  const commas = count(cells, /\d,\d{1,2}(?!\d)|\d,\d{4}|\d\.\d{3},\d|(?<!\d)0,\d|\.\d{3}\.\d{3}/)
  const points = count(cells, /\d\.\d{1,2}(?!\d)|\d\.\d{4}|\d,\d{3}\.\d|(?<!\d)0\.\d|,\d{3},\d{3}/)
  return commas === points ? undefined : commas > points ? 'comma' : 'point'
}

function datesOf(cells: readonly string[]): 'dayFirst' | 'monthFirst' | undefined {
  const days = cells.map((cell) => /^\s*(\d{1,2})([-/.])(\d{1,2})\2\d{4}/.exec(cell) ?? [])
  const isDayFirst = days.some(([, first = 0, mark]) => Number(first) > 12 || mark === '.')
  const isMonthFirst = days.some(([, , , second = 0]) => Number(second) > 12)
  return isDayFirst === isMonthFirst ? undefined : isDayFirst ? 'dayFirst' : 'monthFirst'
}

/** Words of a column that names units or currencies that the field cannot have, each once. */
export function unknownCodes(field: Field, reading: Reading, cells: Iterable<string>, most: number): string[] {
  const { codePart, room, settings } = behaviourOf(field)
  if (codePart === undefined) return []
  const codes = new Set(room.readingCodes(codePart, settings))
  const unknown = new Set<string>()
  for (const cell of new Set(cells)) {
    if (unknown.size >= most) break
    const word = cell.trim()
    if (word !== '' && !codes.has(room.codeOf(meantBy(word, reading), settings))) unknown.add(word)
  }
  return [...unknown]
}

/** Cells of words that are no value of the field, each once: somebody may say what they mean. */
export function unknownCells(field: Field, reading: Reading, cells: Iterable<string>, most: number): string[] {
  const behaviour = behaviourOf(field)
  if (!behaviour.room.readingParts.includes('values')) return []
  const unknown = new Set<string>()
  for (const cell of new Set(cells)) {
    if (unknown.size >= most) break
    if (cell.trim() !== '' && behaviour.readText(cell, reading).issues.length > 0) unknown.add(cell)
  }
  return [...unknown]
}

/** The parts that the reading leaves open for some cells, each with the first of these. What another column names is not open. */
export function openParts(field: Field, given: Reading, cells: Iterable<string>): Map<ReadingPart, string> {
  const open = new Map<ReadingPart, string>()
  const behaviour = behaviourOf(field)
  const { codePart, room, settings } = behaviour
  const [any] = codePart === undefined || given.codeColumn === undefined ? [] : room.readingCodes(codePart, settings)
  const reading = codePart === undefined || any === undefined ? given : { [codePart]: any, ...given }
  if (behaviour.room.readingParts.length === 0) return open
  for (const cell of cells) {
    const { open: part } = behaviour.readText(cell, reading)
    if (part !== undefined && !open.has(part)) open.set(part, cell)
  }
  return open
}
