/* Without zod, so that screens have words for each kind without the schemas. */

/**
 * What of a marked-up text has no place in a value. `element`: nothing of it is kept, or its text alone. `link`: where it leads; its
 * words are kept. `image`: one that names no media item; its alternative text is kept. `nesting`: a list, quote or table inside
 * of too many others; its text is kept.
 */
export const leftOutKinds = ['element', 'attribute', 'link', 'image', 'nesting'] as const
export type LeftOutKind = (typeof leftOutKinds)[number]
