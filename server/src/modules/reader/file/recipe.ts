/** Rises with each change of what is written into files: one of another recipe is made anew. */
export const recipe = 3
