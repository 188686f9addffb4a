import { fieldTypes } from '@pim/contract'
import { parseSync } from 'oxc-parser'
import type { Rule } from './rule.ts'
import { asTree, childrenOf, listOf, nameOf, type Tree } from './syntax.ts'

const names: ReadonlySet<string> = new Set(fieldTypes)
/** Names that mean nothing else; the others are also parts of rich texts, kinds of JSON and words of screens. */
const unmistakable = /[A-Z]|^(?:decimal|measurement|medias)$/
const isUnmistakable = (name: string): boolean => names.has(name) && unmistakable.test(name)
const mayName = new RegExp(
  `['"\`](?:${fieldTypes.join('|')})['"\`]|\\bFieldType\\b|\\b(?:${fieldTypes.filter(isUnmistakable).join('|')}):`,
)

/** Where types may be named, and why. */
const allowed: readonly (readonly [path: RegExp, reason: string])[] = [
  [/^shared\/field-types\/src\//, 'the rooms themselves'],
  [/^shared\/contract\/src\/content-model\/field-types\.gen\.ts$/, 'the list that is made from the rooms'],
  [/^server\/src\/modules\/content\/imports\/write-markdown\.ts$/, 'nodes and marks of a rich text have types, too'],
  [/^host\/src\/prototype\//, 'made-up data: what a screen looks like with fields'],
  [/^e2e\/bench\//, 'made-up data: what is typed into which editor'],
]

/**
 * Finds where something is decided by the name of a field type: it is compared, switched by, looked up in a list or a record. Such a
 * fact belongs into the room of the type; a new type would be forgotten here. Fields that are made may name their types.
 */
export const noFieldTypeNames: Rule = {
  name: 'nothing is decided by the name of a field type outside of its room',
  check({ path, text, isTest }) {
    if (isTest || !mayName.test(text) || allowed.some(([place]) => place.test(path))) return []
    const program = asTree(parseSync(path, text).program)
    if (program === undefined) return []
    const found = new Map<number, string>()
    look(program, text, (node, what) => found.set(node.start, what))
    return [...found].map(([at, what]) => ({
      rule: noFieldTypeNames.name,
      path,
      line: text.slice(0, at).split('\n').length,
      what,
    }))
  },
}

function look(node: Tree, text: string, report: (node: Tree, what: string) => void): void {
  const { type } = node
  if (type === 'BinaryExpression' && /^[!=]==?$/.test(String(node.operator))) {
    for (const [one, other] of [
      [node.left, node.right],
      [node.right, node.left],
    ]) {
      const name = wordOf(one)
      if (name !== undefined && names.has(name) && (isType(other) || isUnmistakable(name)))
        report(node, `compares with the field type ${name}`)
    }
  }
  if (type === 'SwitchStatement') {
    const cases = listOf(node.cases).flatMap((each) => wordOf(each.test) ?? [])
    if (isNames(cases, isType(node.discriminant))) report(node, `switches by the field types ${cases.join(', ')}`)
  }
  if (type === 'ArrayExpression') {
    const words = wordsOf(node)
    if (words !== undefined && words.length > 1 && isNames(words, false))
      report(node, `lists the field types ${words.join(', ')}`)
  }
  if (type === 'CallExpression' && ['includes', 'has'].includes(nameOf(asTree(node.callee)?.property) ?? '')) {
    const words = wordsOf(listIn(asTree(node.callee)?.object))
    if (words !== undefined && isNames(words, listOf(node.arguments).some(isType)))
      report(node, `looks for a field type among ${words.join(', ')}`)
  }
  if (type === 'ObjectExpression') {
    const keys = listOf(node.properties).map((each) => nameOf(each.key) ?? wordOf(each.key) ?? '')
    if (keys.length > 1 && isNames(keys, false)) report(node, `has a fact for the field types ${keys.join(', ')}`)
  }
  if (type === 'NewExpression' || type === 'VariableDeclarator') {
    // `new Set<FieldType>([…])`, `const facts: Partial<Record<FieldType, …>> = { … }`
    const typed = asTree(node.typeArguments) ?? asTree(asTree(node.id)?.typeAnnotation)
    const value = type === 'NewExpression' ? listOf(node.arguments)[0] : asTree(node.init)
    if (typed !== undefined && value !== undefined && /\bFieldType\b/.test(text.slice(typed.start, typed.end))) {
      const words = [
        ...(wordsOf(value) ?? []),
        ...listOf(value.properties).map((each) => nameOf(each.key) ?? wordOf(each.key) ?? ''),
      ].filter((word) => names.has(word))
      if (words.length > 0) report(value, `has a fact for the field types ${words.join(', ')}`)
    }
  }
  for (const child of childrenOf(node)) look(child, text, report)
}

/** Whether all of them are names of types, and at least one can be nothing else, unless it is known that they are types. */
const isNames = (words: readonly string[], isKnown: boolean): boolean =>
  words.length > 0 && words.every((word) => names.has(word)) && (isKnown || words.some(isUnmistakable))

/** `type`, `fieldType`, `field.type`, `field?.type`. */
const isType = (value: unknown): boolean => {
  const node = asTree(value)
  if (node?.type === 'ChainExpression' || node?.type === 'TSNonNullExpression') return isType(node.expression)
  if (node?.type === 'MemberExpression') return /^(?:type|fieldType)$/.test(nameOf(node.property) ?? '')
  return /^(?:type|fieldType)$/.test(nameOf(node) ?? '')
}

const wordOf = (value: unknown): string | undefined => {
  const node = asTree(value)
  return node?.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined
}

/** The words of a list that has nothing else. */
const wordsOf = (value: unknown): string[] | undefined => {
  const node = asTree(value)
  if (node?.type === 'TSAsExpression') return wordsOf(node.expression)
  if (node?.type !== 'ArrayExpression') return undefined
  const elements = listOf(node.elements)
  const words = elements.flatMap((each) => wordOf(each) ?? [])
  return words.length === elements.length ? words : undefined
}

const listIn = (value: unknown): unknown => {
  const node = asTree(value)
  return node?.type === 'NewExpression' ? listOf(node.arguments)[0] : node
}
