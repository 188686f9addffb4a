import type { ValueEdits } from './value-edits.ts'

/** Of types whose value is a list of ids or codes: what is added comes last, and nothing is there twice. */
export const entryEdits: ValueEdits<string[]> = {
  addEntries: (value, { values }) => [...new Set([...(value ?? []), ...values])],
  removeEntries: (value, { values }) => value.filter((entry) => !values.includes(entry)),
}
