import { maxIriLength, UnreadableSkos, unnamedBase } from './skos-statement.ts'

/** What a key of a JSON-LD file means. */
export interface JsonLdTerm {
  /** An IRI, or a keyword such as `@id`. */
  readonly iri: string
  /** Its texts are IRIs: `@id` below the base, `@vocab` also names of terms. */
  readonly type: string | undefined
  readonly container: ReadonlySet<string>
  /** Undefined: as the file says for all its texts. */
  readonly language: string | undefined
  readonly isReverse: boolean
}

const maxTerms = 1_000
type Json = Readonly<Record<string, unknown>>
export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const textOr = <T>(value: unknown, other: T): string | T => (typeof value === 'string' ? value : other)

/**
 * The context of a file: what its keys mean. It stands in the file itself; one that is named by its address is refused, because
 * fetching it would let a file make this server call others. Contexts within terms and within nodes are refused too.
 */
export class JsonLdContext {
  readonly #definitions = new Map<string, unknown>()
  readonly #terms = new Map<string, JsonLdTerm | undefined>()
  #vocabulary = ''
  #base = unnamedBase
  language = ''

  constructor(written: unknown) {
    for (const part of Array.isArray(written) ? written : [written]) this.#add(part)
  }

  #add(part: unknown): void {
    if (part === null || part === undefined) return
    if (typeof part === 'string')
      throw new UnreadableSkos('REMOTE_CONTEXT', `The context “${part.slice(0, 300)}” is not in the file itself.`)
    if (!isObject(part) || '@import' in part)
      throw new UnreadableSkos('REMOTE_CONTEXT', 'The context is not in the file itself.')
    for (const [key, value] of Object.entries(part)) {
      if (isObject(value) && '@context' in value)
        throw new UnreadableSkos('NOT_JSON_LD', `The term “${key.slice(0, 300)}” has a context of its own.`)
      if (key === '@vocab') this.#vocabulary = textOr(value, '')
      else if (key === '@base') this.#base = new URL(textOr(value, ''), this.#base).href
      else if (key === '@language') this.language = textOr(value, '')
      else if (!key.startsWith('@')) this.#definitions.set(key, value)
    }
    if (this.#definitions.size > maxTerms)
      throw new UnreadableSkos('TOO_LARGE', `The context has more than ${maxTerms} terms.`)
  }

  /** What a key means; undefined where it means nothing. */
  term(key: string): JsonLdTerm | undefined {
    return this.#defined(key) ?? this.#undefinedKey(key)
  }

  /** The IRI that a value names: that of a node, or with `isTerm` that of a type. */
  iri(value: string, isTerm = false): string {
    if (value.startsWith('_:')) return value
    const full = (isTerm ? this.#defined(value)?.iri : undefined) ?? this.#expanded(value)
    if (full !== undefined) return short(full)
    if (isTerm && this.#vocabulary !== '') return short(this.#vocabulary + value)
    return short(URL.canParse(value, this.#base) ? new URL(value, this.#base).href : value)
  }

  #undefinedKey(key: string): JsonLdTerm | undefined {
    if (key.startsWith('@')) return termOf(key)
    const iri = this.#expanded(key) ?? (this.#vocabulary === '' ? undefined : this.#vocabulary + key)
    return iri === undefined ? undefined : termOf(short(iri))
  }

  #defined(key: string): JsonLdTerm | undefined {
    if (this.#terms.has(key)) return this.#terms.get(key)
    if (!this.#definitions.has(key)) return undefined
    // Two terms that are defined by each other mean nothing.
    this.#terms.set(key, undefined)
    const term = this.#read(key, this.#definitions.get(key))
    this.#terms.set(key, term)
    return term
  }

  #read(key: string, written: unknown): JsonLdTerm | undefined {
    const definition = isObject(written) ? written : { '@id': written }
    const reverse = definition['@reverse']
    const named = typeof reverse === 'string' ? reverse : textOr(definition['@id'], written === null ? undefined : key)
    if (named === undefined) return undefined
    const iri = named.startsWith('@') ? named : named === key ? this.#undefinedKey(key)?.iri : this.iri(named, true)
    if (iri === undefined) return undefined
    const container = definition['@container']
    return {
      iri,
      type: textOr(definition['@type'], undefined),
      container: new Set([container].flat().filter((each) => typeof each === 'string')),
      language: '@language' in definition ? textOr(definition['@language'], '') : undefined,
      isReverse: typeof reverse === 'string',
    }
  }

  /** `skos:broader` with its prefix written out; undefined where there is no `:`. */
  #expanded(value: string): string | undefined {
    const colon = value.indexOf(':')
    if (colon < 0) return undefined
    const rest = value.slice(colon + 1)
    const prefix = rest.startsWith('//') ? undefined : this.#defined(value.slice(0, colon))
    return prefix === undefined ? value : prefix.iri + rest
  }
}

const termOf = (iri: string): JsonLdTerm => ({
  iri,
  type: undefined,
  container: new Set(),
  language: undefined,
  isReverse: false,
})

/** A prefix is copied into every IRI that begins with it. */
function short(iri: string): string {
  if (iri.length > maxIriLength) throw new UnreadableSkos('TOO_LARGE', `An IRI has ${iri.length} characters.`)
  return iri
}
