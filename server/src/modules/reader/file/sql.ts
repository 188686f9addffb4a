import type { SQLInputValue } from 'node:sqlite'

/** A piece of a statement with its values, in the order of the question marks. */
export interface Sql {
  readonly text: string
  readonly values: readonly SQLInputValue[]
}

/** `sql\`r = ${5}\``: pieces that are put in are joined, everything else becomes a value. */
export function sql(texts: TemplateStringsArray, ...parts: readonly (Sql | SQLInputValue)[]): Sql {
  let text = texts[0] ?? ''
  const values: SQLInputValue[] = []
  for (const [at, part] of parts.entries()) {
    if (isSql(part)) {
      text += part.text
      values.push(...part.values)
    } else {
      text += '?'
      values.push(part)
    }
    text += texts[at + 1] ?? ''
  }
  return { text, values }
}

const isSql = (part: Sql | SQLInputValue): part is Sql =>
  typeof part === 'object' && part !== null && 'text' in part && 'values' in part

/** A name or a keyword of our own; never what a caller sends. */
export const raw = (text: string): Sql => ({ text, values: [] })

export const joined = (parts: readonly Sql[], between: string): Sql => ({
  text: parts.map(({ text }) => text).join(between),
  values: parts.flatMap(({ values }) => values),
})

export const never = raw('0')
export const always = raw('1')

export const allOf = (parts: readonly Sql[]): Sql => (parts.length === 0 ? always : sql`(${joined(parts, ' and ')})`)

export const anyOf = (parts: readonly Sql[]): Sql => (parts.length === 0 ? never : sql`(${joined(parts, ' or ')})`)

export const oneOf = (values: readonly SQLInputValue[]): Sql =>
  sql`(${joined(
    values.map((value) => sql`${value}`),
    ', ',
  )})`
