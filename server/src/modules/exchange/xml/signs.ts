import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/** Codes of UN/ECE for units (empty: pieces, which are no unit), and older codes of languages, as people write them. */
const signs = z
  .strictObject({ units: z.record(z.string(), z.string()), languages: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(join(import.meta.dirname, 'signs.json'), 'utf8')))

const [units, languages] = [new Map(Object.entries(signs.units)), new Map(Object.entries(signs.languages))]

export const unitOf = (code: string): string => units.get(code.toUpperCase()) ?? code

/** `deu` and `ger` are `de`; what names no language stays as it is. */
export function languageOf(code: string): string {
  const lower = code.trim().toLowerCase()
  try {
    return languages.get(lower) ?? new Intl.Locale(code.trim().replaceAll('_', '-')).toString()
  } catch {
    return code.trim()
  }
}
