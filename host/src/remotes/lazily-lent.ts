/**
 * The names in the modules that the shell lends lazily, by module. The build puts them here (`nameLazilyLent`), so that
 * what a section needs can be compared before such a module is loaded; without a build there are none.
 */
export const lazilyLent: Readonly<Record<string, readonly string[]>> = {}
