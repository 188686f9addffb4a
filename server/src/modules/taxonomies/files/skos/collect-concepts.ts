import { maxImportedConcepts } from '@pim/contract/taxonomies/file-schemas.ts'
import { faultOfText } from '../../../../http/input/json.ts'
import { languageTag } from '../../concept-words.ts'
import { type SkosStatement, skosNamespace, typeIri, UnreadableSkos } from './skos-statement.ts'

/** A concept as the statements of a file have it, in the order of the file. */
export interface SkosConcept {
  readonly iri: string
  /** Texts by what they are and their language, each once; the language is empty where the file says none. */
  readonly texts: Readonly<Record<TextKind, ReadonlyMap<string, ReadonlySet<string>>>>
  readonly notations: ReadonlySet<string>
  /** IRIs of the concepts directly above it. */
  readonly broader: ReadonlySet<string>
  /** The file says that it is at the top of the tree. */
  readonly isTop: boolean
}

const textKinds = {
  [`${skosNamespace}prefLabel`]: 'name',
  [`${skosNamespace}altLabel`]: 'synonym',
  [`${skosNamespace}hiddenLabel`]: 'synonym',
  [`${skosNamespace}definition`]: 'definition',
  [`${skosNamespace}scopeNote`]: 'scopeNote',
} as const
type TextKind = (typeof textKinds)[keyof typeof textKinds]
const kindOf: ReadonlyMap<string, TextKind> = new Map(Object.entries(textKinds))

interface Draft extends SkosConcept {
  readonly texts: Record<TextKind, Map<string, Set<string>>>
  readonly notations: Set<string>
  readonly broader: Set<string>
  isTop: boolean
  isConcept: boolean
  /** A scheme or a collection. */
  isOther: boolean
}

/** Subjects that are held: concepts, and what is named as one. */
const maxSubjects = 2 * maxImportedConcepts
const maxStatements = 500_000
const maxIgnored = 100

export class TooManyConcepts extends Error {}

export class ConceptCollector {
  readonly #drafts = new Map<string, Draft>()
  readonly #ignored = new Set<string>()
  #count = 0

  /** IRIs of the statements that mean nothing here, as far as they are named. */
  get ignored(): readonly string[] {
    return [...this.#ignored]
  }

  add({ subject, predicate, object }: SkosStatement): void {
    this.#count += 1
    if (this.#count > maxStatements)
      throw new UnreadableSkos('TOO_LARGE', `The file has more than ${maxStatements} statements.`)
    if (predicate === typeIri) {
      if (object.kind === 'iri') this.#type(subject, object.iri)
      return
    }
    const kind = kindOf.get(predicate)
    const relation = predicate.startsWith(skosNamespace) ? predicate.slice(skosNamespace.length) : ''
    if (object.kind === 'text') {
      const fault = faultOfText(object.text)
      if (fault !== undefined) throw new UnreadableSkos('NOT_TEXT', `A text of the file ${fault.message}.`)
      if (kind !== undefined) this.#text(this.#draft(subject), kind, object)
      else if (relation === 'notation') this.#draft(subject).notations.add(object.text.trim())
      else this.#ignore(predicate)
    } else if (relation === 'broader') this.#draft(subject).broader.add(object.iri)
    else if (relation === 'narrower') this.#draft(object.iri).broader.add(subject)
    else if (relation === 'topConceptOf') this.#draft(subject).isTop = true
    else if (relation === 'hasTopConcept') this.#draft(object.iri).isTop = true
    else if (relation === 'inScheme') this.#draft(subject).isConcept = true
    else this.#ignore(predicate)
  }

  concepts(): SkosConcept[] {
    const all = [...this.#drafts.values()].filter(
      ({ isConcept, isOther, texts }) => !isOther && (isConcept || texts.name.size > 0),
    )
    if (all.length > maxImportedConcepts) throw new TooManyConcepts()
    return all
  }

  #type(subject: string, type: string): void {
    if (type === `${skosNamespace}Concept`) this.#draft(subject).isConcept = true
    else if (type.startsWith(skosNamespace)) this.#draft(subject).isOther = true
  }

  #text({ texts }: Draft, kind: TextKind, { text, language }: { text: string; language: string }): void {
    const tag = language === '' ? '' : languageTag(language)
    const there = texts[kind].get(tag)
    if (there === undefined) texts[kind].set(tag, new Set([text]))
    else there.add(text)
  }

  #draft(iri: string): Draft {
    const there = this.#drafts.get(iri)
    if (there !== undefined) return there
    if (this.#drafts.size === maxSubjects) throw new TooManyConcepts()
    const draft: Draft = {
      iri,
      texts: { name: new Map(), synonym: new Map(), definition: new Map(), scopeNote: new Map() },
      notations: new Set(),
      broader: new Set(),
      isTop: false,
      isConcept: false,
      isOther: false,
    }
    this.#drafts.set(iri, draft)
    return draft
  }

  #ignore(predicate: string): void {
    if (this.#ignored.size < maxIgnored) this.#ignored.add(predicate)
  }
}
