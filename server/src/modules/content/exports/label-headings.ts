import type { ContentType, Field, Variation } from '@pim/contract'
import { inLanguage } from '@pim/contract/core/language.ts'
import { labelledColumn, readColumn } from '@pim/contract/export/columns.ts'
import { proposeColumns } from '../imports/propose-columns.ts'

/** An import takes no longer name of a column. */
const longest = 200

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
  const labelled = columns.map((column) => {
    const { name, field } = column
    if (field === undefined) return { column, label: name, heading: name }
    const label = inLanguage(field.friendlyName, languageCode, field.technicalName).replace(/\s+/g, ' ').trim()
    const { tag } = readColumn(name)
    return { column, label, heading: tag === undefined ? label : `${label} (${tag})` }
  })
  const counts = Map.groupBy(labelled, ({ heading }) => heading)
  const [targets, found] = [columns.map(({ name }) => name), [...counts.keys()]].map((names) =>
    targetsOf(type, variations, names),
  )
  return labelled.map(({ column, label, heading }) => {
    const { name, field } = column
    const isKnown =
      heading.length <= longest && counts.get(heading)?.length === 1 && found?.get(heading) === targets?.get(name)
    if (field === undefined || isKnown) return { ...column, name: heading }
    const short = label.slice(0, Math.max(0, longest - labelledColumn('', name).length)).toWellFormed()
    return { ...column, name: labelledColumn(short, name) }
  })
}

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
