import { report, type ValueCode } from '../core/issue.ts'
import { Pace, type Steps } from '../core/steps.ts'
import { maxTextLength } from '../core/text.ts'
import { deepestNode, markRules, maxNodes, nodeRules, ruleFor } from './document.ts'

type Context = Parameters<typeof report>[0] & { readonly issues: readonly unknown[] }
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
  /** Where the part that is being checked stands. One list for the whole walk: a copy for each part costs more than the check. */
  private readonly path: Path = []
  private readonly pace = new Pace()
  private nodes = 0
  private characters = 0
  private hasStopped = false

  constructor(context: Context) {
    this.context = context
  }

  private report(code: ValueCode, message: string, below: Path = []) {
    report(this.context, code, message, {}, [...this.path, ...below])
    if (this.context.issues.length >= maxIssues) this.hasStopped = true
  }

  private stop(code: 'TOO_LARGE' | 'TOO_DEEP', message: string, max: number) {
    if (!this.hasStopped) report(this.context, code, message, { max }, [...this.path])
    this.hasStopped = true
  }

  /** The parts of the document one after the other, in steps: there may be thousands. */
  *document(document: unknown): Steps<void> {
    const opened = this.open(document, ['doc'], 0, false)
    if (opened !== undefined) yield* this.content(opened.content, opened.rule, 0)
  }

  /** Checks a part but for what it contains; answers that, unless there is nothing more to check. */
  private open(
    node: unknown,
    allowed: readonly string[],
    depth: number,
    isPlain: boolean,
  ): { readonly content: unknown; readonly rule: (typeof nodeRules)[string] } | undefined {
    if (this.hasStopped) return
    this.nodes += 1
    if (this.nodes > maxNodes) {
      this.stop('TOO_LARGE', `has more than ${maxNodes} parts`, maxNodes)
      return
    }
    if (depth > deepestNode) {
      this.stop('TOO_DEEP', `is nested deeper than ${deepestNode}`, deepestNode)
      return
    }
    if (!isRecord(node)) {
      this.report('WRONG_TYPE', 'is not a part of a text')
      return
    }
    const rule = ruleFor(nodeRules, node.type)
    if (rule === undefined) {
      this.report('UNKNOWN_NODE', `is a part of the unknown type ${String(node.type).slice(0, 100)}`)
      return
    }
    const type = String(node.type)
    if (!allowed.includes(type)) {
      this.report('MISPLACED_NODE', `${type} may not stand here`)
      return
    }
    this.keys(node, type === 'text' ? keysOfText : keysOfNode)
    if (type === 'text') {
      this.text(node, isPlain)
      return
    }
    this.attrs(node.attrs, rule.attrs)
    return { content: node.content, rule }
  }

  private keys(node: Record<string, unknown>, known: readonly string[], below: Path = []) {
    for (const key in node) {
      if (this.hasStopped) return
      if (!known.includes(key)) this.report('UNKNOWN_KEY', `may not have ${key.slice(0, 100)}`, [...below, key])
    }
  }

  private attrs(attrs: unknown, schema: { safeParse(value: unknown): { success: boolean } } | undefined) {
    const isRight = schema === undefined ? attrs === undefined : schema.safeParse(attrs ?? {}).success
    if (!isRight) this.report('WRONG_TYPE', 'are not what such a part has', ['attrs'])
  }

  /** The parts that are contained, each with its own. */
  private *content(content: unknown, rule: (typeof nodeRules)[string], depth: number): Steps<void> {
    if (content !== undefined && !Array.isArray(content)) {
      this.report('WRONG_TYPE', 'is not a list of parts', ['content'])
      return
    }
    const children: readonly unknown[] = content ?? []
    if (children.length === 0 && rule.mayBeEmpty !== true) {
      this.report('MISPLACED_NODE', 'may not be empty', ['content'])
      return
    }
    this.path.push('content', 0)
    for (let index = 0; index < children.length && !this.hasStopped; index += 1) {
      this.path[this.path.length - 1] = index
      const allowed = index === 0 && rule.first !== undefined ? [rule.first] : rule.content
      const opened = this.open(children[index], allowed, depth + 1, rule.plain ?? false)
      if (opened !== undefined) yield* this.content(opened.content, opened.rule, depth + 1)
      if (this.pace.isDue()) yield
    }
    this.path.length -= 2
  }

  private text(node: Record<string, unknown>, isPlain: boolean) {
    const { text, marks } = node
    if (typeof text !== 'string' || text === '') return this.report('WRONG_TYPE', 'is not a text', ['text'])
    if (text.includes('\u0000') || !text.isWellFormed())
      this.report('FORBIDDEN_CHARACTER', 'holds a character that cannot be kept', ['text'])
    this.characters += text.length
    if (this.characters > maxTextLength * 2 || (this.characters > maxTextLength && [...text].length > maxTextLength))
      return this.stop('TOO_LARGE', `is longer than ${maxTextLength} characters`, maxTextLength)
    if (marks === undefined) return
    if (!Array.isArray(marks) || (isPlain && marks.length > 0))
      return this.report('MISPLACED_NODE', 'may not have marks here', ['marks'])
    const seen = new Set<unknown>()
    for (const [index, mark] of marks.entries()) {
      if (this.hasStopped) return
      this.mark(mark, seen, ['marks', index])
    }
  }

  private mark(mark: unknown, seen: Set<unknown>, below: Path) {
    const schema = isRecord(mark) ? ruleFor(markRules, mark.type) : undefined
    if (!isRecord(mark) || schema === undefined || seen.has(mark.type))
      return this.report('UNKNOWN_NODE', 'is an unknown mark, or one that is there already', below)
    seen.add(mark.type)
    this.keys(mark, ['type', 'attrs'], below)
    if (!schema.safeParse(mark.attrs ?? {}).success)
      this.report(mark.type === 'link' ? 'FORBIDDEN_LINK' : 'WRONG_TYPE', 'is not a mark of its kind', below)
  }
}

/** All of them are of shape, so that one would do; more than these nobody reads. */
const maxIssues = 100
const keysOfText = ['type', 'text', 'marks']
const keysOfNode = ['type', 'attrs', 'content']

export const checkDocument = (document: unknown, context: Context): Steps<void> =>
  new DocumentCheck(context).document(document)
