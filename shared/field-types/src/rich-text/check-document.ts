import { report } from '../core/issue.ts'
import { maxTextLength } from '../core/text.ts'
import { deepestNode, markRules, maxNodes, nodeRules, ruleFor } from './document.ts'

type Context = Parameters<typeof report>[0]
type Path = PropertyKey[]

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Checks against the rules of nodes and marks, strictly: what is not named there is refused. Written by hand rather than
 * as one recursive schema, because of the limits that concern the document as a whole, and because a text of two
 * hundred thousand characters has to be checked on every save.
 */
class DocumentCheck {
  private readonly context: Context
  private nodes = 0
  private characters = 0
  private hasStopped = false

  constructor(context: Context) {
    this.context = context
  }

  private stop(code: 'TOO_LARGE' | 'TOO_DEEP', message: string, max: number, path: Path) {
    if (!this.hasStopped) report(this.context, code, message, { max }, path)
    this.hasStopped = true
  }

  node(node: unknown, allowed: readonly string[], depth: number, path: Path, isPlain = false) {
    if (this.hasStopped) return
    this.nodes += 1
    if (this.nodes > maxNodes) return this.stop('TOO_LARGE', `has more than ${maxNodes} parts`, maxNodes, path)
    if (depth > deepestNode) return this.stop('TOO_DEEP', `is nested deeper than ${deepestNode}`, deepestNode, path)
    if (!isRecord(node)) return report(this.context, 'WRONG_TYPE', 'is not a part of a text', {}, path)
    const rule = ruleFor(nodeRules, node.type)
    if (rule === undefined)
      return report(this.context, 'UNKNOWN_NODE', `is a part of the unknown type ${String(node.type)}`, {}, path)
    const type = String(node.type)
    if (!allowed.includes(type)) return report(this.context, 'MISPLACED_NODE', `${type} may not stand here`, {}, path)
    this.keys(node, type === 'text' ? ['type', 'text', 'marks'] : ['type', 'attrs', 'content'], path)
    if (type === 'text') return this.text(node, isPlain, path)
    this.attrs(node.attrs, rule.attrs, [...path, 'attrs'])
    this.content(node.content, rule, depth, [...path, 'content'])
  }

  private keys(node: Record<string, unknown>, known: readonly string[], path: Path) {
    for (const key of Object.keys(node))
      if (!known.includes(key)) report(this.context, 'UNKNOWN_KEY', `may not have ${key}`, {}, [...path, key])
  }

  private attrs(attrs: unknown, schema: { safeParse(value: unknown): { success: boolean } } | undefined, path: Path) {
    const isRight = schema === undefined ? attrs === undefined : schema.safeParse(attrs ?? {}).success
    if (!isRight) report(this.context, 'WRONG_TYPE', 'are not what such a part has', {}, path)
  }

  private content(content: unknown, rule: (typeof nodeRules)[string], depth: number, path: Path) {
    if (content !== undefined && !Array.isArray(content))
      return report(this.context, 'WRONG_TYPE', 'is not a list of parts', {}, path)
    const children: unknown[] = content ?? []
    if (children.length === 0 && rule.mayBeEmpty !== true)
      return report(this.context, 'MISPLACED_NODE', 'may not be empty', {}, path)
    for (const [index, child] of children.entries()) {
      const allowed = index === 0 && rule.first !== undefined ? [rule.first] : rule.content
      this.node(child, allowed, depth + 1, [...path, index], rule.plain)
    }
  }

  private text(node: Record<string, unknown>, isPlain: boolean, path: Path) {
    const { text, marks } = node
    if (typeof text !== 'string' || text === '')
      return report(this.context, 'WRONG_TYPE', 'is not a text', {}, [...path, 'text'])
    if (text.includes('\u0000') || !text.isWellFormed())
      report(this.context, 'FORBIDDEN_CHARACTER', 'holds a character that cannot be kept', {}, [...path, 'text'])
    this.characters += text.length
    if (this.characters > maxTextLength * 2 || (this.characters > maxTextLength && [...text].length > maxTextLength))
      return this.stop('TOO_LARGE', `is longer than ${maxTextLength} characters`, maxTextLength, path)
    if (marks === undefined) return
    if (!Array.isArray(marks) || (isPlain && marks.length > 0))
      return report(this.context, 'MISPLACED_NODE', 'may not have marks here', {}, [...path, 'marks'])
    const seen = new Set<unknown>()
    for (const [index, mark] of marks.entries()) this.mark(mark, seen, [...path, 'marks', index])
  }

  private mark(mark: unknown, seen: Set<unknown>, path: Path) {
    const schema = isRecord(mark) ? ruleFor(markRules, mark.type) : undefined
    if (!isRecord(mark) || schema === undefined || seen.has(mark.type))
      return report(this.context, 'UNKNOWN_NODE', 'is an unknown mark, or one that is there already', {}, path)
    seen.add(mark.type)
    this.keys(mark, ['type', 'attrs'], path)
    if (!schema.safeParse(mark.attrs ?? {}).success)
      report(
        this.context,
        mark.type === 'link' ? 'FORBIDDEN_LINK' : 'WRONG_TYPE',
        'is not a mark of its kind',
        {},
        path,
      )
  }
}

export const checkDocument = (document: unknown, context: Context): void =>
  new DocumentCheck(context).node(document, ['doc'], 0, [])
