import { findFault, scanJson } from '../../../../http/input/json.ts'
import { isObject, JsonLdContext, type JsonLdTerm } from './json-ld-context.ts'
import { maxTextLength, type SkosObject, type SkosStatement, typeIri, UnreadableSkos } from './skos-statement.ts'

/** Objects and lists of a file. */
const maxParts = 1_000_000
/** Statements between which other calls are answered. */
const statementsAtOnce = 5_000

const others = () => new Promise(setImmediate)

/** Reads JSON-LD, expanded or compacted with the context in the file itself. Fetches nothing. */
export async function readJsonLd(bytes: Buffer, onStatement: (statement: SkosStatement) => void): Promise<void> {
  let count = 0
  for (const statement of statementsOf(await parsed(bytes))) {
    onStatement(statement)
    count += 1
    if (count % statementsAtOnce === 0) await others()
  }
}

/** Each step takes some hundred milliseconds at the most; between them other calls are answered. */
async function parsed(bytes: Buffer): Promise<unknown> {
  const scanned = scanJson(bytes)
  if (scanned !== undefined)
    throw new UnreadableSkos(scanned.code === 'TOO_DEEP' ? 'TOO_LARGE' : 'NOT_JSON_LD', `The file ${scanned.message}.`)
  await others()
  let parts = 0
  for (let at = 0; at < bytes.length; at += 1) if (bytes[at] === openBrace || bytes[at] === openBracket) parts += 1
  if (parts > maxParts) throw new UnreadableSkos('TOO_LARGE', `The file has more than ${maxParts} objects and lists.`)
  await others()
  let value: unknown
  try {
    value = JSON.parse(bytes.toString())
  } catch (error) {
    throw new UnreadableSkos('NOT_JSON_LD', error instanceof Error ? error.message.slice(0, 300) : 'no JSON')
  }
  await others()
  const fault = findFault(value)
  if (fault !== undefined) throw new UnreadableSkos('NOT_TEXT', `A text of the file ${fault.message}.`)
  return value
}

const [openBrace, openBracket] = [0x7b, 0x5b]

function* statementsOf(document: unknown): Generator<SkosStatement> {
  for (const part of Array.isArray(document) ? document : [document]) {
    if (!isObject(part)) throw new UnreadableSkos('NOT_JSON_LD', 'The file is neither an object nor a list of objects.')
    yield* new Walk(new JsonLdContext(part['@context'])).node(part, true)
  }
}

let blankNodes = 0

/** Goes through the nodes of a document; what it calls itself for is at most as deep as the scan has let pass. */
class Walk {
  readonly #context: JsonLdContext

  constructor(context: JsonLdContext) {
    this.#context = context
  }

  *node(node: Readonly<Record<string, unknown>>, isTop = false): Generator<SkosStatement, string> {
    if (!isTop && '@context' in node)
      throw new UnreadableSkos('NOT_JSON_LD', 'A context stands within a node; it is read at the top of the file only.')
    const keyed = this.#keyed(node)
    const named = keyed.find(({ term }) => term.iri === '@id')?.value
    blankNodes = (blankNodes + 1) % Number.MAX_SAFE_INTEGER
    const subject = typeof named === 'string' ? this.#context.iri(named) : `_:node${blankNodes}`
    for (const { term, value } of keyed) {
      if (term.iri === '@type') {
        for (const type of [value].flat())
          if (typeof type === 'string')
            yield { subject, predicate: typeIri, object: { kind: 'iri', iri: this.#context.iri(type, true) } }
      } else if (term.iri === '@graph' || term.iri === '@included') {
        for (const each of [value].flat()) if (isObject(each)) yield* this.node(each)
      } else if (term.iri === '@reverse' && isObject(value)) {
        for (const { term: inner, value: nodes } of this.#keyed(value))
          yield* this.#values(subject, { ...inner, isReverse: true }, nodes)
      } else if (!term.iri.startsWith('@')) yield* this.#values(subject, term, value)
    }
    return subject
  }

  #keyed(node: Readonly<Record<string, unknown>>): { term: JsonLdTerm; value: unknown }[] {
    return Object.entries(node).flatMap(([key, value]) => {
      const term = this.#context.term(key)
      return term === undefined ? [] : [{ term, value }]
    })
  }

  *#values(subject: string, term: JsonLdTerm, value: unknown, language?: string): Generator<SkosStatement> {
    if (Array.isArray(value)) for (const each of value) yield* this.#values(subject, term, each, language)
    else if (isObject(value)) yield* this.#object(subject, term, value)
    else if (value !== null && value !== undefined)
      yield said(subject, term, this.#plain(term, String(value), language))
  }

  *#object(subject: string, term: JsonLdTerm, value: Readonly<Record<string, unknown>>): Generator<SkosStatement> {
    if (term.container.has('@language')) {
      for (const [tag, texts] of Object.entries(value))
        yield* this.#values(subject, term, texts, this.#context.term(tag)?.iri === '@none' ? '' : tag)
      return
    }
    if (term.container.has('@index')) {
      for (const each of Object.values(value)) yield* this.#values(subject, { ...term, container: new Set() }, each)
      return
    }
    const keyed = new Map(this.#keyed(value).map((each) => [each.term.iri, each.value]))
    const listed = keyed.get('@list') ?? keyed.get('@set')
    const text = keyed.get('@value')
    if (listed !== undefined) yield* this.#values(subject, term, listed)
    else if (text !== undefined) {
      const language = keyed.get('@language')
      if (text !== null && typeof text !== 'object')
        yield said(subject, term, textOf(String(text), typeof language === 'string' ? language : ''))
    } else {
      const iri = yield* this.node(value)
      yield said(subject, term, { kind: 'iri', iri })
    }
  }

  #plain({ type, language: own }: JsonLdTerm, value: string, language: string | undefined): SkosObject {
    if (type === '@id' || type === '@vocab') return { kind: 'iri', iri: this.#context.iri(value, type === '@vocab') }
    // A text with a type of its own, such as a date, is in no language.
    return textOf(value, language ?? own ?? (type === undefined ? this.#context.language : ''))
  }
}

function textOf(text: string, language: string): SkosObject {
  if (text.length > maxTextLength) throw new UnreadableSkos('TOO_LARGE', `A text has ${text.length} characters.`)
  return { kind: 'text', text, language }
}

const said = (subject: string, term: JsonLdTerm, object: SkosObject): SkosStatement =>
  term.isReverse && object.kind === 'iri'
    ? { subject: object.iri, predicate: term.iri, object: { kind: 'iri', iri: subject } }
    : { subject, predicate: term.iri, object }
