import type { Field, ImportColumnReading } from '@pim/contract'
import { behaviourOf, type CodePart, openParts, unknownCodes } from '@pim/field-types'
import { simple } from './vocabularies/vocabulary.ts'

/** What columns are called that name units or currencies, in English, German and Swedish, as `simple` writes it. */
const names: Readonly<Record<CodePart, readonly string[]>> = {
  unit: ['unit', 'units', 'uom', 'unitofmeasure', 'einheit', 'masseinheit', 'enhet'],
  currency: ['currency', 'currencycode', 'wahrung', 'waehrung', 'valuta'],
}

/** Columns with cells of the first rows, in their order. */
export type SampledColumns = ReadonlyMap<string, readonly string[]>

interface Amounts {
  readonly field: Field
  readonly heading: string
  readonly cells: readonly string[]
  /** As heading, cells and shop show it. */
  readonly reading: ImportColumnReading
}

/**
 * Finds the column that names the units or currencies of a column of amounts which name none: called as that one with a word for it (`weight-unit`,
 * `Currency price`), or by the word alone where each of its cells names one that the field can have.
 */
export function findCodeColumns(columns: SampledColumns): (amounts: Amounts) => string | undefined {
  const byName = new Map([...columns.keys()].map((column) => [simple(column), column]))
  return ({ field, heading, cells, reading }) => {
    const { codePart } = behaviourOf(field)
    if (codePart === undefined || reading[codePart] !== undefined) return undefined
    if (cells.some((cell) => cell.trim() !== '') && !openParts(field, reading, cells).has(codePart)) return undefined
    const whole = simple(heading)
    const paired = names[codePart].flatMap((name) => [`${whole}${name}`, `${name}${whole}`])
    const isMeant = (column: string, least: 'one' | 'all') => {
      const words = (columns.get(column) ?? []).map((cell) => cell.trim()).filter((word) => word !== '')
      const unknown = unknownCodes(field, reading, words, words.length).length
      return least === 'one' ? words.length === 0 || unknown < new Set(words).size : words.length > 0 && unknown === 0
    }
    const named = (all: readonly string[]) => all.flatMap((name) => byName.get(name) ?? [])
    return (
      named(paired).find((column) => isMeant(column, 'one')) ??
      named(names[codePart]).find((column) => column !== heading && isMeant(column, 'all'))
    )
  }
}
