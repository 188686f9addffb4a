/** A statement of RDF, as far as concepts need it: blank nodes are IRIs that begin with `_:`. */
export interface SkosStatement {
  readonly subject: string
  readonly predicate: string
  readonly object: SkosObject
}

export type SkosObject =
  | { readonly kind: 'iri'; readonly iri: string }
  /** `language` is empty where the text has none. */
  | { readonly kind: 'text'; readonly text: string; readonly language: string }

export const skosNamespace = 'http://www.w3.org/2004/02/skos/core#'
export const typeIri = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type'

/** IRIs that a file gives without their beginning are below this one; only their last parts are used. */
export const unnamedBase = 'http://file.invalid/'

/** Characters that a single text or IRI of a file may have: many times what a concept may have. */
export const maxTextLength = 100_000
export const maxIriLength = 4_000
/** Levels of brackets. */
export const maxNesting = 32

type UnreadableReason = 'NOT_TEXT' | 'NOT_TURTLE' | 'NOT_JSON_LD' | 'REMOTE_CONTEXT' | 'TOO_LARGE'

/** The file as a whole cannot be read. */
export class UnreadableSkos extends Error {
  readonly reason: UnreadableReason
  readonly line: number | undefined

  constructor(reason: UnreadableReason, message: string, line?: number) {
    super(message)
    this.name = 'UnreadableSkos'
    this.reason = reason
    this.line = line
  }
}
