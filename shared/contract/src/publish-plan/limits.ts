/* Without zod, so that the browser can have it without the schemas. */

/** What a plan takes along of what is linked to: links away, and items of a plan that is answered at once. */
export const maxLinkDepth = 5
export const maxLinkedItems = 200
/** Items of a plan that jobs make and the server keeps, with those that it takes along. */
export const maxKeptPlanItems = 100_000
