import type { ContentTypeInput, Field, FieldRequirement } from '@pim/contract'
import type { Note, WrittenItem } from '../bundle.ts'
import { list, type Source } from './source.ts'

type Family = Readonly<Record<string, string>>

/** The channels on which a family requires an attribute. */
const channelsRequiring = (source: Source, family: Family, attribute: string): string[] =>
  source.channels
    .map(({ code = '' }) => code)
    .filter((channel) => list(family[`requirements-${channel}`]).includes(attribute))

/** The channels on which any family requires an attribute: one that differs by channel has a field for each of them. */
export const channelsRequiringAnywhere = (source: Source, attribute: string): ReadonlySet<string> =>
  new Set(source.families.flatMap((family) => channelsRequiring(source, family, attribute)))

interface ScopedField {
  readonly field: Field
  readonly attribute: string
  readonly scope: string | null
}

/** What a family requires of a field. The identifier stays required everywhere: without it nothing can be found again. */
export function requirementOf(
  source: Source,
  family: Family,
  { attribute, scope, field }: ScopedField,
): FieldRequirement | undefined {
  if (field.required !== undefined) return field.required
  const channels = channelsRequiring(source, family, attribute).filter((each) => scope === null || each === scope)
  return channels.length > 0 ? channels : undefined
}

/** For each channel: how many products lack something that it requires, and what. They go to the others, or stay drafts. */
export function readinessNotes(
  source: Source,
  types: readonly ContentTypeInput[],
  items: readonly WrittenItem[],
): Note[] {
  return source.channels.flatMap(({ code: channel = '' }): Note[] => {
    const lacking = new Map<string, number>()
    let count = 0
    for (const { contentType, shared = {}, localized = {} } of items) {
      const values = { ...shared, ...localized['en-US'] }
      const fields = types.find(({ technicalName }) => technicalName === contentType)?.fields ?? []
      const missing = fields.filter(
        ({ technicalName, required }) =>
          Array.isArray(required) && required.includes(channel) && isNothing(values[technicalName]),
      )
      if (missing.length > 0) count += 1
      for (const { technicalName } of missing) lacking.set(technicalName, (lacking.get(technicalName) ?? 0) + 1)
    }
    if (count === 0) return []
    const most = [...lacking].sort(([, a], [, b]) => b - a).slice(0, 5)
    const message = `${count} products lack what it requires, most of all ${most.map(([name, of]) => `${name} (${of})`).join(', ')}`
    return [{ code: 'NOT_READY_FOR_CHANNEL', subject: channel, message }]
  })
}

const isNothing = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
