/** Set by `npm test -- all`: everything that exists runs, and what is random runs for longer. */
export const isWholeRun = process.env.PIM_TEST_BUDGET === 'all'
