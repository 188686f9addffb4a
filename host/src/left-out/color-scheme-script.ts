/*
 * In place of the script that MUI offers to pages which a server draws, for the colours before the first drawing. The
 * page has its own. What the rest of MUI takes from there are the names under which the choice is kept.
 */
export const DEFAULT_MODE_STORAGE_KEY = 'mode'
export const DEFAULT_COLOR_SCHEME_STORAGE_KEY = 'color-scheme'
export const DEFAULT_ATTRIBUTE = 'data-color-scheme'
export const buildInitColorSchemeScript = () => null
