import type { FoundConcept } from '@pim/contract'
import type { ConceptLabel } from '@pim/field-types/react'

/** The most that one call takes. */
const maxIds = 200

/**
 * Looks concepts up by their ids. What is asked for in one turn of the event loop goes in one call: a form asks for each
 * of its values by itself.
 */
export function createConceptLookUp(lookUp: (conceptIds: readonly string[]) => Promise<readonly FoundConcept[]>) {
  let waiting: Map<string, PromiseWithResolvers<FoundConcept | undefined>> | undefined

  const send = async (asked: ReadonlyMap<string, PromiseWithResolvers<FoundConcept | undefined>>) => {
    const entries = [...asked]
    for (let from = 0; from < entries.length; from += maxIds) {
      const part = entries.slice(from, from + maxIds)
      try {
        const found = await lookUp(part.map(([id]) => id))
        const byId = new Map(found.map((concept) => [concept.conceptId, concept]))
        for (const [id, { resolve }] of part) resolve(byId.get(id))
      } catch (failure) {
        for (const [, { reject }] of part) reject(failure)
      }
    }
  }

  return (conceptId: string): Promise<FoundConcept | undefined> => {
    if (waiting === undefined) {
      const asked = new Map<string, PromiseWithResolvers<FoundConcept | undefined>>()
      waiting = asked
      setTimeout(() => {
        waiting = undefined
        void send(asked)
      })
    }
    const known = waiting.get(conceptId) ?? Promise.withResolvers<FoundConcept | undefined>()
    waiting.set(conceptId, known)
    return known.promise
  }
}

export const conceptLabelOf = ({ conceptId, name, taxonomyName, path, shownFor }: FoundConcept): ConceptLabel => ({
  conceptId,
  name,
  path: [taxonomyName, ...path].join(' › '),
  shownFor,
})
