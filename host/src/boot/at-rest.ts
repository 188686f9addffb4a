/** Milliseconds after the first screen, in which nothing is fetched that it does not need. */
export const restMs = 3_000

export const whenAtRest = (work: () => void): void => void setTimeout(work, restMs)
