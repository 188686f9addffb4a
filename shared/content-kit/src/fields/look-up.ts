/** The most that one call takes. */
const maxIds = 200

/**
 * Looks things up by their ids. What is asked for in one turn of the event loop goes in one call: a form asks for each
 * of its values by itself.
 */
export function createLookUp<Found>(
  lookUp: (ids: readonly string[]) => Promise<readonly Found[]>,
  idOf: (found: Found) => string,
) {
  let waiting: Map<string, PromiseWithResolvers<Found | undefined>> | undefined

  const send = async (asked: ReadonlyMap<string, PromiseWithResolvers<Found | undefined>>) => {
    const entries = [...asked]
    for (let from = 0; from < entries.length; from += maxIds) {
      const part = entries.slice(from, from + maxIds)
      try {
        const found = await lookUp(part.map(([id]) => id))
        const byId = new Map(found.map((each) => [idOf(each), each]))
        for (const [id, { resolve }] of part) resolve(byId.get(id))
      } catch (failure) {
        for (const [, { reject }] of part) reject(failure)
      }
    }
  }

  return (id: string): Promise<Found | undefined> => {
    if (waiting === undefined) {
      const asked = new Map<string, PromiseWithResolvers<Found | undefined>>()
      waiting = asked
      setTimeout(() => {
        waiting = undefined
        void send(asked)
      })
    }
    const known = waiting.get(id) ?? Promise.withResolvers<Found | undefined>()
    waiting.set(id, known)
    return known.promise
  }
}
