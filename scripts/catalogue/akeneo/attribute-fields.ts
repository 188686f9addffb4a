import type { Field, LocalizedText } from '@pim/contract'
import type { Note } from '../bundle.ts'
import { channelsRequiringAnywhere } from './requirements.ts'
import { labelsOf, type Source, type SourceValue } from './source.ts'

/** One field that an attribute becomes, and which of the attribute's values go into it. */
export interface AttributeField {
  readonly field: Field
  readonly attribute: string
  readonly scope: string | null
  /** False: of a channel that has no value of it, and that some family requires it on. */
  readonly isFilled: boolean
  /** From the source's form to the API's. */
  readonly convert: (data: unknown) => unknown
}

const plain = (data: unknown): unknown => data
const html = /<\s*\/?\s*(?:b|br|i|em|strong|ul|ol|li|p|sup|sub|span|div|a|h[1-6]|table|img)\b/i

interface Kind {
  readonly type: Field['type']
  readonly settings?: Record<string, unknown>
  readonly convert?: AttributeField['convert']
}

/** What each kind of attribute becomes. Which of two it is, the values decide, so that none is lost. */
function kinds(source: Source, code: string, values: readonly unknown[], asHtml: (text: string) => string) {
  const row = source.attributes.find((attribute) => attribute.code === code) ?? {}
  const options = () => ({
    options: source.options
      .filter((option) => option.attribute === code)
      .map((option) => ({ code: option.code ?? '', label: labelsOf(option) })),
  })
  const longest = Math.max(0, ...values.map((value) => (typeof value === 'string' ? value.length : 0)))
  const text = (): Kind => (longest > 500 ? { type: 'longText' } : { type: 'text' })
  const textarea = (): Kind =>
    values.some((value) => typeof value === 'string' && html.test(value))
      ? { type: 'richText', convert: (data) => asHtml(String(data)) }
      : { type: 'longText' }
  const number = (): Kind =>
    row.decimals_allowed === '1' || values.some((value) => !Number.isSafeInteger(Number(value)))
      ? { type: 'decimal' }
      : { type: 'integer', convert: Number }
  // Families and units have the same names there as here.
  const metric = (): Kind => ({
    type: 'measurement',
    settings: { family: row.metric_family, defaultUnit: row.default_metric_unit },
  })
  const file = (): Kind => ({ type: 'media' })
  return {
    pim_catalog_identifier: (): Kind => ({ type: 'text' }),
    pim_catalog_text: text,
    pim_catalog_textarea: textarea,
    pim_catalog_number: number,
    pim_catalog_price_collection: (): Kind => ({ type: 'price', settings: { currencies: source.currencies } }),
    pim_catalog_metric: metric,
    pim_catalog_boolean: (): Kind => ({ type: 'boolean' }),
    pim_catalog_date: (): Kind => ({ type: 'date' }),
    pim_catalog_simpleselect: (): Kind => ({ type: 'select', settings: options() }),
    pim_catalog_multiselect: (): Kind => ({ type: 'multiSelect', settings: options() }),
    pim_catalog_image: file,
    pim_catalog_file: file,
  } satisfies Record<string, () => Kind>
}

/**
 * The fields that each attribute becomes. A value that differs by channel has a field for each channel that has any:
 * the product keeps one value a field and variation, and a print text must not overwrite the one for telephones.
 */
export function attributeFields(
  source: Source,
  asHtml: (text: string) => string,
  notes: Note[],
): ReadonlyMap<string, readonly AttributeField[]> {
  const values = new Map<string, SourceValue[]>()
  for (const product of source.products) {
    for (const [code, given] of Object.entries(product.values)) {
      values.set(code, [...(values.get(code) ?? []), ...given])
    }
  }
  return new Map(
    source.attributes.map((row) => {
      const code = row.code ?? ''
      const given = values.get(code) ?? []
      const known = kinds(
        source,
        code,
        given.map(({ data }) => data),
        asHtml,
      )
      const isKnown = row.type !== undefined && row.type in known
      const kind: Kind = isKnown ? known[row.type as keyof typeof known]() : { type: 'json' }
      if (!isKnown) {
        notes.push({
          code: 'UNKNOWN_ATTRIBUTE_TYPE',
          subject: code,
          message: `${row.type} is kept as it stands, as JSON`,
        })
      }
      const isByChannel = row.scopable === '1'
      const filled = isByChannel ? scopesOf(source, given) : [null]
      const scopes = new Set([...filled, ...(isByChannel ? channelsRequiringAnywhere(source, code) : [])])
      return [code, [...scopes].map((scope) => fieldOf(source, row, kind, scope, filled.includes(scope)))] as const
    }),
  )
}

/** The channels that have values; an attribute without any keeps the field of the first channel. */
function scopesOf(source: Source, values: readonly SourceValue[]): (string | null)[] {
  const used = new Set(values.map(({ scope }) => scope))
  const ordered = source.channels.map((channel) => channel.code ?? '')
  const scopes = ordered.filter((channel) => used.has(channel))
  return scopes.length > 0 ? scopes : ordered.slice(0, 1)
}

function fieldOf(
  source: Source,
  row: Readonly<Record<string, string>>,
  kind: Kind,
  scope: string | null,
  isFilled: boolean,
): AttributeField {
  const code = row.code ?? ''
  const channel = source.channels.find((candidate) => candidate.code === scope)
  const isKey = row.type === 'pim_catalog_identifier'
  return {
    attribute: code,
    scope,
    isFilled,
    convert: kind.convert ?? plain,
    field: {
      technicalName: scope === null ? code : `${code}_${scope}`,
      friendlyName: channel ? joined(labelsOf(row), labelsOf(channel)) : labelsOf(row),
      type: kind.type,
      ...(row.group ? { group: row.group } : {}),
      localizable: row.localizable === '1',
      ...(isKey ? { unique: 'tenant' as const, required: 'onPublish' as const } : {}),
      ...(kind.settings ? { settings: kind.settings } : {}),
    },
  }
}

const joined = (label: LocalizedText, channel: LocalizedText): LocalizedText =>
  Object.fromEntries(
    Object.entries(label).map(([language, text]) => [language, `${text} (${channel[language] ?? channel['en-US']})`]),
  )
