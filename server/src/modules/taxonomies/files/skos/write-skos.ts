import type { StoredConcept } from '../../concept-words.ts'
import type { ConceptFileWriter } from '../concept-file-writer.ts'
import { skosNamespace } from './skos-statement.ts'

interface Scheme {
  readonly taxonomyId: string
  readonly name: string
  /** The default language. */
  readonly language: string
}

const iriOf = (id: string): string => `urn:uuid:${id}`

/** By language, the default one first; only what there is. */
function wordsOf({ friendlyName, description, names, descriptions, synonyms }: StoredConcept, language: string) {
  const first = (text: string, others: Readonly<Record<string, string>>): [string, string][] =>
    [[language, text] as [string, string], ...Object.entries(others).filter(([tag]) => tag !== language)].filter(
      ([, each]) => each !== '',
    )
  return {
    names: first(friendlyName, names),
    descriptions: first(description, descriptions),
    synonyms: Object.entries(synonyms).filter(([, list]) => list.length > 0),
  }
}

/** Turtle: what a text needs so that it ends where it ends. */
const escapes: Readonly<Record<string, string>> = { '"': '\\"', '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }
const quoted = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is to be written in another way
  `"${text.replace(/["\\\u0000-\u001f\u007f]/g, (each) => escapes[each] ?? `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`)}"`

export function turtleWriter({ taxonomyId, name, language }: Scheme): ConceptFileWriter {
  const scheme = `<${iriOf(taxonomyId)}>`
  const tagged = (predicate: string, texts: readonly (readonly [string, string])[]): string[] =>
    texts.length === 0 ? [] : [`${predicate} ${texts.map(([tag, text]) => `${quoted(text)}@${tag}`).join(', ')}`]
  return {
    contentType: 'text/turtle; charset=utf-8',
    extension: 'ttl',
    head: `@prefix skos: <${skosNamespace}> .\n\n${scheme} a skos:ConceptScheme ;\n  skos:prefLabel ${quoted(name)}@${language} .\n`,
    concept: ({ conceptId, parentConceptId }, concept) => {
      const { names, descriptions, synonyms } = wordsOf(concept, language)
      const parts = [
        `<${iriOf(conceptId)}> a skos:Concept`,
        `skos:inScheme ${scheme}`,
        parentConceptId === null ? `skos:topConceptOf ${scheme}` : `skos:broader <${iriOf(parentConceptId)}>`,
        ...(concept.code === null ? [] : [`skos:notation ${quoted(concept.code)}`]),
        ...tagged('skos:prefLabel', names),
        ...tagged(
          'skos:altLabel',
          synonyms.flatMap(([tag, list]) => list.map((word) => [tag, word] as const)),
        ),
        ...tagged('skos:definition', descriptions),
      ]
      return `\n${parts.join(' ;\n  ')} .\n`
    },
    tail: '',
  }
}

const reference = (property: string) => ({ '@id': `skos:${property}`, '@type': '@id' })
const byLanguage = (property: string) => ({ '@id': `skos:${property}`, '@container': '@language' })
const context = {
  skos: skosNamespace,
  id: '@id',
  type: '@type',
  Concept: 'skos:Concept',
  ConceptScheme: 'skos:ConceptScheme',
  inScheme: reference('inScheme'),
  topConceptOf: reference('topConceptOf'),
  broader: reference('broader'),
  notation: 'skos:notation',
  prefLabel: byLanguage('prefLabel'),
  altLabel: byLanguage('altLabel'),
  definition: byLanguage('definition'),
}

export function jsonLdWriter({ taxonomyId, name, language }: Scheme): ConceptFileWriter {
  const scheme = iriOf(taxonomyId)
  const own = { id: scheme, type: 'ConceptScheme', prefLabel: { [language]: name } }
  return {
    contentType: 'application/ld+json',
    extension: 'jsonld',
    head: `{"@context":${JSON.stringify(context)},\n"@graph":[\n${JSON.stringify(own)}`,
    concept: ({ conceptId, parentConceptId }, concept) => {
      const { names, descriptions, synonyms } = wordsOf(concept, language)
      const node = {
        id: iriOf(conceptId),
        type: 'Concept',
        inScheme: scheme,
        ...(parentConceptId === null ? { topConceptOf: scheme } : { broader: iriOf(parentConceptId) }),
        ...(concept.code !== null && { notation: concept.code }),
        prefLabel: Object.fromEntries(names),
        ...(synonyms.length > 0 && { altLabel: Object.fromEntries(synonyms) }),
        ...(descriptions.length > 0 && { definition: Object.fromEntries(descriptions) }),
      }
      return `,\n${JSON.stringify(node)}`
    },
    tail: '\n]}\n',
  }
}
