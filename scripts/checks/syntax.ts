/** A node of the syntax tree of a file. */
export interface Tree {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [name: string]: unknown
}

export const asTree = (value: unknown): Tree | undefined =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
    ? (value as Tree)
    : undefined

export const listOf = (value: unknown): Tree[] =>
  Array.isArray(value) ? value.flatMap((each) => asTree(each) ?? []) : []

export const childrenOf = (node: Tree): Tree[] =>
  Object.values(node).flatMap((value) => (Array.isArray(value) ? listOf(value) : (asTree(value) ?? [])))

/** The name of an identifier. */
export const nameOf = (value: unknown): string | undefined => {
  const node = asTree(value)
  return node?.type === 'Identifier' && typeof node.name === 'string' ? node.name : undefined
}

export const isFunction = (node: Tree): boolean =>
  node.type === 'ArrowFunctionExpression' || node.type === 'FunctionExpression' || node.type === 'FunctionDeclaration'

/** In place of a part that is not there. */
export const nothing: Tree = { type: 'EmptyStatement', start: 0, end: 0 }
