/** Fields whose values a list answers at once, at most. */
export const maxListedFields = 8
