import type { ContentType, Field, ImportColumn, ImportMapping, MissingName } from '@pim/contract'
import { behaviourOf, fold } from '@pim/field-types'

/** What is to become of the names of one field that are not there. */
export interface FieldChoices {
  /** Which are made: all, or these texts. */
  readonly adds: 'all' | readonly string[]
  /** By text, the option or concept that it means. */
  readonly meanings: ReadonlyMap<string, string>
  readonly taxonomyId?: string | undefined
  readonly parentConceptId?: string | undefined
}

export type Choices = ReadonlyMap<string, FieldChoices>

export interface MissingOfField {
  readonly field: Field
  readonly columns: readonly string[]
  readonly names: readonly MissingName[]
}

/** By field, in the order of the columns; names of fields that are gone are left out. */
export function byField(names: readonly MissingName[], type: ContentType): readonly MissingOfField[] {
  return [...Map.groupBy(names, (each) => each.technicalFieldName)].flatMap(([technicalName, ofField]) => {
    const field = type.fields.find((each) => each.technicalName === technicalName)
    return field === undefined ? [] : [{ field, columns: ofField[0]?.columns ?? [], names: ofField }]
  })
}

const goesTo = ({ target }: ImportColumn, technicalName: string): boolean =>
  target.kind === 'field' && target.technicalFieldName === technicalName

/** As the mapping has chosen before. */
export function chosenBefore({ columns }: Pick<ImportMapping, 'columns'>, { technicalName }: Field): FieldChoices {
  const adds = columns.find((each) => each.adds && goesTo(each, technicalName))?.adds
  return {
    adds: adds === undefined ? [] : (adds.texts ?? 'all'),
    meanings: new Map(),
    taxonomyId: adds?.taxonomyId,
    parentConceptId: adds?.parentConceptId,
  }
}

export const isAdded = ({ adds, meanings }: FieldChoices, text: string): boolean =>
  !meanings.has(text) && (adds === 'all' || adds.some((each) => fold(each) === fold(text)))

/** With some of these names made, or not made any more. */
export function withAdded(
  choices: FieldChoices,
  names: readonly MissingName[],
  texts: readonly string[],
  isOn: boolean,
): FieldChoices {
  const changed = new Set(texts.map(fold))
  const before = names.map(({ text }) => text).filter((text) => isAdded(choices, text))
  const others = before.filter((text) => !changed.has(fold(text)))
  return {
    ...choices,
    adds: isOn ? [...others, ...texts] : others,
    meanings: isOn ? new Map([...choices.meanings].filter(([text]) => !changed.has(fold(text)))) : choices.meanings,
  }
}

export function withMeaning(choices: FieldChoices, text: string, meaning: string | undefined): FieldChoices {
  const meanings = new Map(choices.meanings)
  if (meaning === undefined) meanings.delete(text)
  else meanings.set(text, meaning)
  return { ...choices, meanings }
}

/** The taxonomies that concepts of the field may be made in; undefined: all. */
export const taxonomiesOf = (field: Field): readonly string[] | undefined =>
  (behaviourOf(field).settings as { taxonomyIds?: string[] }).taxonomyIds

/** Whether concepts are to be made and nobody has said in which taxonomy. */
export const needsTaxonomy = ({ field, names }: MissingOfField, { adds, taxonomyId }: FieldChoices): boolean =>
  names[0]?.kind === 'concept' && taxonomyId === undefined && adds.length > 0 && taxonomiesOf(field)?.length !== 1

/** The mapping with these choices: what is made stands at the first column of a field, what words mean at each of its columns. */
export function mappingWith<Mapping extends Pick<ImportMapping, 'columns'>>(
  mapping: Mapping,
  choices: Choices,
): Mapping {
  const first = new Set<string>()
  const columns = mapping.columns.map((column): ImportColumn => {
    const { target, reading, adds: _before, ...rest } = column
    const chosen = target.kind === 'field' ? choices.get(target.technicalFieldName) : undefined
    if (target.kind !== 'field' || chosen === undefined) return column
    const { adds, meanings, taxonomyId, parentConceptId } = chosen
    const isFirst = !first.has(target.technicalFieldName)
    first.add(target.technicalFieldName)
    const known = (reading?.values ?? []).filter(({ from }) => !meanings.has(from))
    const values = [...known, ...[...meanings].map(([from, to]) => ({ from, to }))]
    return {
      ...rest,
      target,
      ...((reading || values.length > 0) && { reading: { ...reading, ...(values.length > 0 && { values }) } }),
      ...(isFirst &&
        adds.length > 0 && {
          adds: {
            ...(adds !== 'all' && { texts: [...adds] }),
            ...(taxonomyId !== undefined && { taxonomyId }),
            ...(parentConceptId !== undefined && { parentConceptId }),
          },
        }),
    }
  })
  return { ...mapping, columns }
}
