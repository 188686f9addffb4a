import { behaviourOf } from '@pim/field-types'
import { stemmerOf } from './language.ts'
import type { ProjectedVariation, ProjectionScope } from './projected-variation.ts'
import { wordSpaceOf } from './space.ts'
import { wordsOf } from './words.ts'

export interface SearchWords {
  readonly contentVariationId: string
  readonly variationId: string
  readonly scope: ProjectionScope
  /** What every lexeme begins with. */
  readonly wordSpace: string
  readonly stemmer: string | null
  readonly words: readonly PlacedWord[]
}

export interface PlacedWord {
  readonly text: string
  readonly hasStem: boolean
  /** As PostgreSQL writes them: `1A,7`. */
  readonly places: string
  readonly isInName: boolean
}

/** A document is found by this many different words at most, and a word by this many of its places. */
const mostWords = 8_000
const mostPlaces = 30
const lastPosition = 16_383

/** The name weighs most, then the field that the type is titled by, then the rest. */
export function searchWordsOf(tenantId: string, scope: ProjectionScope, document: ProjectedVariation): SearchWords {
  const found = new Map<string, { hasStem: boolean; isInName: boolean; places: string[] }>()
  let end = 0
  const add = (text: string, weight: 'A' | 'B' | '') => {
    const start = end
    for (const word of wordsOf(text)) {
      const position = start + word.position
      end = Math.max(end, position)
      const known = found.get(word.text)
      if (known === undefined) {
        if (found.size >= mostWords) continue
        const places = [`${Math.min(position, lastPosition)}${weight}`]
        found.set(word.text, { hasStem: word.hasStem, isInName: weight === 'A', places })
      } else if (known.places.length < mostPlaces) known.places.push(`${Math.min(position, lastPosition)}${weight}`)
    }
    // Words of different fields are no neighbours.
    end += 1
  }

  add(document.name, 'A')
  const { fields, titleField } = document.contentType
  for (const field of [...fields].sort((one, other) => rank(one, titleField) - rank(other, titleField))) {
    const value = document.values[field.technicalName]?.value
    if (value !== undefined) add(behaviourOf(field).searchText(value), field.technicalName === titleField ? 'B' : '')
  }
  return {
    contentVariationId: document.contentVariationId,
    variationId: document.variationId,
    scope,
    wordSpace: wordSpaceOf(tenantId, document.variationId, document.contentType.kind, scope),
    stemmer: stemmerOf(document.languageCode),
    words: [...found].map(([text, { places, ...word }]) => ({ text, ...word, places: places.join(',') })),
  }
}

const rank = (field: { technicalName: string }, titleField: string | undefined): number =>
  field.technicalName === titleField ? 0 : 1
