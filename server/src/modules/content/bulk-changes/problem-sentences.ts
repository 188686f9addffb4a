import type { ContentType, FieldError, ImportMapping, PartProblem } from '@pim/contract'
import { defaultLanguage, inLanguage, primaryLanguage } from '@pim/contract/core/language.ts'
import { reasonKeys } from '@pim/contract/import/reason-keys.ts'

/** The strings of the screens by their keys. */
export type StringsOfScreens = readonly {
  readonly languageCode: string
  readonly entries: Readonly<Record<string, string>>
}[]

interface Told {
  readonly type: ContentType | undefined
  readonly mapping: ImportMapping
  readonly languageCode: string
}

/**
 * Words of the screens for what is wrong with a row of a file: a sentence for each fault, with the heading that the file has. The language is the asked one, or another
 * one of the same name (`de-DE` for `de-AT`), or that of the product.
 */
export function problemSentences(
  strings: StringsOfScreens,
  { type, mapping, languageCode }: Told,
): (problem: PartProblem | null) => string[] {
  const asked =
    strings.find((each) => each.languageCode === languageCode) ??
    strings.find((each) => primaryLanguage(each.languageCode) === primaryLanguage(languageCode))
  const language = asked?.languageCode ?? defaultLanguage
  const others = strings.find((each) => each.languageCode === defaultLanguage)?.entries ?? {}
  const entries = new Map(Object.entries({ ...others, ...asked?.entries }))
  const number = new Intl.NumberFormat(language)
  const words = (keys: readonly string[], params: Readonly<Record<string, unknown>> = {}): string => {
    const text = keys.map((key) => entries.get(key)).find((each) => each !== undefined) ?? entries.get(general) ?? ''
    return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => {
      const value = params[name]
      return typeof value === 'number' ? number.format(value) : String(value ?? '')
    })
  }
  const fieldOf = (error: FieldError) =>
    type?.fields.find(({ technicalName }) => technicalName === error.technicalFieldName.split(/[.[]/)[0])
  /** The heading, else the name of the field. */
  const placeOf = (error: FieldError): string => {
    const name = error.technicalFieldName.split(/[.[]/)[0]
    const columns = mapping.columns.filter(
      ({ target }) => target.kind === 'field' && target.technicalFieldName === name,
    )
    const exact = columns.find(
      ({ target }) =>
        'variationId' in target && target.variationId !== undefined && target.variationId === error.variationId,
    )
    const column = error.params?.column ?? (exact ?? columns[0])?.column
    return String(column ?? inLanguage(fieldOf(error)?.friendlyName, language, error.technicalFieldName))
  }
  return (problem) => {
    if (problem === null) return []
    const ofFields = (problem.fieldErrors ?? []).map((error) => {
      const reason = words(reasonKeys(error, fieldOf(error)?.type), error.params)
      const field = placeOf(error)
      return field === '' ? reason : words(['kit.bulk.problem.inField'], { field, reason })
    })
    if (ofFields.length > 0) return [...new Set(ofFields)]
    const text = words([`shell.problem.${problem.code}`])
    const names = [...new Set((problem.usedBy ?? []).map(({ name }) => name))]
    return [names.length === 0 ? text : words(['shell.problem.about'], { text, names: names.join(', ') })]
  }
}

const general = 'shell.problem.other'
