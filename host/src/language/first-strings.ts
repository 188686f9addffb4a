import strings from '../../locales/en-US.json'

/**
 * The English strings that the shell has without asking anybody: those of the error pages, which must be readable where
 * nothing else comes. The build leaves all others of the shell out of this module (`keepFirstStrings`); they are in
 * `bundled-strings.ts`.
 */
export const firstStrings: Readonly<Record<string, string>> = strings
