import { Readable } from 'node:stream'
import { Lexer, Parser, type Token } from 'n3'
import {
  maxIriLength,
  maxNesting,
  maxTextLength,
  type SkosObject,
  type SkosStatement,
  UnreadableSkos,
  unnamedBase,
} from './skos-statement.ts'

/** Characters that are read at once: between them other calls are answered. */
const charactersAtOnce = 32_768
/** Characters without the end of a token, such as a text whose quote is never closed: each further part is read from its start. */
const maxWithoutToken = 8 * charactersAtOnce

/**
 * Reads Turtle (and N-Triples, which is a part of it). Fetches nothing. What is nested deeply, or has texts or IRIs that no
 * concept may have, ends the reading: the parser keeps each level, and each prefix is copied into every IRI that begins with it.
 */
export async function readTurtle(text: string, onStatement: (statement: SkosStatement) => void): Promise<void> {
  let sinceToken = 0
  let isOver = false
  async function* parts(): AsyncGenerator<string> {
    for (let at = 0; at < text.length && !isOver; at += charactersAtOnce) {
      const part = text.slice(at, at + charactersAtOnce)
      sinceToken += part.length
      yield part
      await new Promise(setImmediate)
      if (sinceToken > maxWithoutToken) throw new UnreadableSkos('TOO_LARGE', 'A text of the file does not end.')
    }
  }
  const inner = new Lexer({ lineMode: false })
  let depth = 0
  const guarded = {
    tokenize(input: Readable, callback: (error: Error | null, token: Token) => void): void {
      inner.tokenize(input, (error: Error | null, token: Token) => {
        sinceToken = 0
        if (error === null) {
          const refused = refusalOf(token)
          if (refused !== undefined) return callback(refused, token)
        }
        callback(error, token)
      })
    },
  }
  function refusalOf({ type, value = '', line }: Token): UnreadableSkos | undefined {
    if (/^[[({]|^<<$/.test(type)) depth += 1
    else if (/^[\])}]|^>>$/.test(type)) depth -= 1
    if (depth > maxNesting)
      return new UnreadableSkos('TOO_LARGE', `Brackets are nested more than ${maxNesting} deep.`, line)
    if (value.length > (type === 'literal' ? maxTextLength : maxIriLength))
      return new UnreadableSkos('TOO_LARGE', `A text or an IRI has ${value.length} characters.`, line)
    return undefined
  }
  const parser = new Parser({ format: 'text/turtle', baseIRI: unnamedBase, lexer: guarded } as object)
  await new Promise<void>((resolve, reject) => {
    const input = Readable.from(parts(), { objectMode: true })
    const end = (error: unknown) => {
      isOver = true
      input.destroy()
      reject(error)
    }
    input.on('error', end)
    parser.parse(input as never, (error: Error | null, quad) => {
      if (isOver) return
      if (error !== null) return end(asUnreadable(error))
      if (quad === null) return resolve()
      try {
        const { subject, predicate, object } = quad
        onStatement({ subject: iriOf(subject), predicate: predicate.value, object: objectOf(object) })
      } catch (thrown) {
        end(thrown)
      }
    })
  })
}

interface Term {
  readonly termType: string
  readonly value: string
}
const iriOf = ({ termType, value }: Term): string => (termType === 'BlankNode' ? `_:${value}` : value)

const objectOf = (term: Term & { readonly language?: string }): SkosObject =>
  term.termType === 'Literal'
    ? { kind: 'text', text: term.value, language: term.language ?? '' }
    : { kind: 'iri', iri: iriOf(term) }

function asUnreadable(error: Error): UnreadableSkos {
  if (error instanceof UnreadableSkos) return error
  const line = 'context' in error ? Number(Object(error.context).line) : Number.NaN
  return new UnreadableSkos('NOT_TURTLE', error.message.slice(0, 300), Number.isFinite(line) ? line : undefined)
}
