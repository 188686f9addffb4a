import type { ContentType, Field, Variation } from '@pim/contract'
import { inLanguage } from '@pim/contract/core/language.ts'
import { labelledColumn, readColumn } from '@pim/contract/export/columns.ts'
import { proposeColumns } from '../imports/propose-columns.ts'

/** Letters of a label in a heading; an import takes no name of more than 200. */
const longestLabel = 90

/**
 * The columns headed by the labels of their fields, with the variation behind: `Title (sv-SE)`. Where an import would not know a column
 * by that, its technical name stands behind it as well: two fields may have the same label, or one the name of another.
 */
export function withLabels<Column extends { readonly name: string; readonly field?: Field }>(
  columns: readonly Column[],
  type: ContentType,
  variations: readonly Variation[],
  languageCode: string,
): readonly Column[] {
  const labelled = columns.map(({ name, field }) => {
    if (field === undefined) return name
    const { tag } = readColumn(name)
    const label = labelOf(inLanguage(field.friendlyName, languageCode, field.technicalName))
    return tag === undefined ? label : `${label} (${tag})`
  })
  const targets = targetsOf(
    type,
    variations,
    columns.map(({ name }) => name),
  )
  const found = targetsOf(type, variations, labelled)
  const counts = Map.groupBy(labelled, (heading) => heading)
  return columns.map((column, index) => {
    const heading = labelled[index] ?? column.name
    const isKnown = counts.get(heading)?.length === 1 && found.get(heading) === targets.get(column.name)
    const label =
      column.field === undefined || isKnown ? heading : labelledColumn(heading.replace(/ \([^()]*\)$/, ''), column.name)
    return { ...column, name: label }
  })
}

const labelOf = (label: string): string => label.replace(/\s+/g, ' ').trim().slice(0, longestLabel).toWellFormed()

/** Where an import would put columns of these names, as JSON. */
const targetsOf = (
  type: ContentType,
  variations: readonly Variation[],
  names: readonly string[],
): ReadonlyMap<string, string> =>
  new Map(
    proposeColumns(type, variations, new Map(names.map((name) => [name, []]))).map(({ column, target }) => [
      column,
      JSON.stringify(target),
    ]),
  )
