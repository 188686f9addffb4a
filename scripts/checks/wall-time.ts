import { parseSync } from 'oxc-parser'
import type { Rule } from './rule.ts'
import { asTree, childrenOf, isFunction, listOf, nameOf, nothing, type Tree } from './syntax.ts'

/**
 * Finds where a test decides by the clock of the machine: one that is slow for a moment fails it, and one that is fast
 * proves nothing. Events, order, counters and clocks that a test sets decide instead; the bench measures durations.
 */
export const noWallTime: Rule = {
  name: 'tests decide by events, not by the clock of the machine',
  check({ path, text, isTest }) {
    if (!isTest || /\/(?:bench|shots)\//.test(path)) return []
    if (!/\bnow\(|hrtime|timeStamp|new Date\(\)|\b(?:sleep|pause|wait|delay|waitForTimeout|setTimeout)\(/.test(text))
      return []
    const program = asTree(parseSync(path, text).program)
    if (program === undefined) return []
    // A clock that the test sets runs for it alone.
    const isSet = (node: Tree) => /\b(?:useFakeTimers|clock\.install)\(/.test(text.slice(node.start, node.end))
    const calls = callsIn(program)
    if (calls.some((call) => /^before/.test(nameOf(call.callee) ?? '') && isSet(call))) return []
    const own = new Set(calls.filter((call) => isTestCall(call) && isSet(call)))
    const found = new Map<number, string>()
    const report: Report = ({ start }, what) => found.set(start, what)
    new Clocks(program).decisions(program, own, report)
    pauses(program, own, report)
    return [...found].map(([at, what]) => ({ rule: noWallTime.name, path, line: lineAt(text, at), what }))
  },
}

const lineAt = (text: string, at: number): number => text.slice(0, at).split('\n').length

/** `it(…)`, `test(…)` and `it.each(…)(…)`. */
const isTestCall = ({ callee }: Tree): boolean => {
  const called = asTree(callee)
  const each = asTree(asTree(called?.callee)?.object)
  return ['it', 'test'].includes(nameOf(called) ?? nameOf(each) ?? '')
}

type Report = (node: Tree, what: string) => void

/** The names in a file that hold readings of the clock, through variables, members, lists and functions. */
class Clocks {
  readonly #names = new Set<string>()
  readonly #members = new Set<string>()

  constructor(program: Tree) {
    for (let size = -1; size < this.#names.size + this.#members.size; ) {
      size = this.#names.size + this.#members.size
      this.#learn(program)
    }
  }

  #learn(node: Tree): void {
    if (node.type === 'VariableDeclarator' && this.#isKept(node.init)) this.#keep(node.id)
    if (node.type === 'AssignmentExpression' && this.#isKept(node.right)) this.#keep(node.left)
    if (node.type === 'FunctionDeclaration' && this.#gives(node)) this.#keep(node.id)
    if (node.type === 'ObjectPattern')
      for (const part of listOf(node.properties)) if (this.#members.has(nameOf(part.key) ?? '')) this.#keep(part.value)
    if (node.type === 'Property' && this.#isKept(node.value)) this.#members.add(nameOf(node.key) ?? '')
    const list = node.type === 'CallExpression' && nameOf(asTree(node.callee)?.property) === 'push' ? node : undefined
    if (list !== undefined && listOf(list.arguments).some((each) => this.#isKept(each)))
      this.#keep(asTree(list.callee)?.object)
    for (const child of childrenOf(node)) this.#learn(child)
  }

  #keep(target: unknown): void {
    const tree = asTree(target)
    if (tree === undefined) return
    if (tree.type === 'Identifier') this.#names.add(nameOf(tree) ?? '')
    else if (tree.type === 'MemberExpression') this.#members.add(nameOf(tree.property) ?? '')
    else if (tree.type === 'ObjectPattern' || tree.type === 'ArrayPattern')
      for (const part of [...listOf(tree.properties), ...listOf(tree.elements)])
        this.#keep(part.type === 'Property' ? part.value : part)
  }

  /** Whether a value is a reading: not a date that is made of one, `Date.now() - 60_000`, and no name with one in it. */
  #isKept(value: unknown): boolean {
    const node = asTree(value)
    if (node === undefined) return false
    if (isFunction(node)) return this.#gives(node)
    if (isDateMade(node)) return false
    return this.#has(node, (child) => !isDateMade(child))
  }

  /** Whether a function returns a reading, or resolves a promise with one. */
  #gives(node: Tree): boolean {
    const body = asTree(node.body)
    if (body === undefined) return false
    if (body.type !== 'BlockStatement') return this.#isKept(body)
    const given = (part: Tree): boolean => {
      if (part.type === 'ReturnStatement' && this.#isKept(part.argument)) return true
      if (part.type === 'CallExpression' && nameOf(part.callee) === 'resolve')
        return listOf(part.arguments).some((each) => this.#isKept(each))
      return childrenOf(part).some(given)
    }
    return childrenOf(body).some(given)
  }

  #isReading(node: Tree): boolean {
    if (node.type === 'Identifier') return this.#names.has(nameOf(node) ?? '')
    if (node.type === 'NewExpression') return nameOf(node.callee) === 'Date' && listOf(node.arguments).length === 0
    if (node.type === 'MemberExpression') {
      const member = nameOf(node.property) ?? ''
      const object = nameOf(node.object) ?? ''
      if (member === 'now') return object === 'Date' || object === 'performance'
      return member === 'hrtime' || member === 'timeStamp' || this.#members.has(member)
    }
    return false
  }

  /** Whether a reading is in the value of an expression. */
  #has(node: Tree, isLookedInto: (node: Tree) => boolean = () => true): boolean {
    if (!isLookedInto(node)) return false
    if (this.#isReading(node)) return true
    // A text that is made with a reading is none, nor an object with members of their own, nor a function that is handed on.
    if (node.type === 'TemplateLiteral' || node.type === 'ObjectExpression') return false
    if (isFunction(node)) return false
    // The number of readings is no reading itself.
    if (node.type === 'MemberExpression' && nameOf(node.property) === 'length') return false
    if (node.type === 'MemberExpression') return this.#has(asTree(node.object) ?? nothing, isLookedInto)
    const inside =
      node.type === 'CallExpression' || node.type === 'NewExpression' ? this.#results(node) : childrenOf(node)
    return inside.some((child) => (isFunction(child) ? this.#gives(child) : this.#has(child, isLookedInto)))
  }

  /** The parts of a call that its result may come from. */
  #results(call: Tree): Tree[] {
    const callee = asTree(call.callee)
    const name = nameOf(callee?.property) ?? nameOf(callee) ?? ''
    const isThrough =
      /^(?:evaluate|evaluateHandle|Promise|map|flatMap|filter|reduce|then|act|min|max|round|floor|ceil|trunc|abs|all|Number|String|BigInt|getTime|valueOf|at|slice|sort|toSorted)$/
    return callee === undefined ? [] : [callee, ...(isThrough.test(name) ? listOf(call.arguments) : [])]
  }

  /** `skipped`: tests that are not looked at. */
  decisions(node: Tree, skipped: ReadonlySet<Tree>, report: Report): void {
    if (skipped.has(node)) return
    if (node.type === 'BinaryExpression') {
      const [left, right] = [asTree(node.left) ?? nothing, asTree(node.right) ?? nothing]
      const isRead = this.#has(left) || this.#has(right)
      if (node.operator === '-' && isRead && !isNumber(left) && !isNumber(right)) report(node, 'measures a duration')
      if (/^[<>]=?$/.test(String(node.operator)) && isRead) report(node, 'decides by elapsed time')
    }
    if (node.type === 'CallExpression' && isExpectation(node) && listOf(node.arguments).some((each) => this.#has(each)))
      report(node, 'decides by elapsed time')
    for (const child of childrenOf(node)) this.decisions(child, skipped, report)
  }
}

/** `expect(…)`, `expect.soft(…)`, and the matchers behind them. */
function isExpectation(call: Tree): boolean {
  const callee = asTree(call.callee)
  if (nameOf(callee) === 'expect' || nameOf(callee?.object) === 'expect') return true
  return /^to[A-Z]/.test(nameOf(callee?.property) ?? '')
}

const isNumber = (node: Tree): boolean =>
  node.type === 'Literal' || (node.type === 'BinaryExpression' && childrenOf(node).every(isNumber))

/** A time that lies before or after the present by a number or by what has a name: a date for the test, and no reading. */
function isDateMade(node: Tree): boolean {
  if (node.type !== 'BinaryExpression') return false
  const { left, right } = node
  const sides = [asTree(left) ?? nothing, asTree(right) ?? nothing]
  return node.operator === '+'
    ? sides.some((side) => isNumber(side) || side.type === 'Identifier')
    : node.operator === '-' && sides.some(isNumber)
}

/** Waits of a fixed length, but in a loop that asks again and again for what it waits for. */
function pauses(node: Tree, skipped: ReadonlySet<Tree>, report: Report, isPolling = false, isAwaited = false): void {
  if (skipped.has(node)) return
  if (!isPolling && (pauseOf(node, isAwaited) ?? 0) > 0) report(node, 'waits a fixed time')
  for (const child of childrenOf(node)) {
    const goesOn = isPolling && !isFunction(child)
    pauses(child, skipped, report, isPoll(node) || goesOn, node.type === 'AwaitExpression')
  }
}

/** A loop until something is so; not one that does something a number of times, with no way out of it. */
function isPoll(node: Tree): boolean {
  if (node.type === 'WhileStatement' || node.type === 'DoWhileStatement') return true
  if (!/^For(?:|Of|In)Statement$/.test(node.type)) return false
  const isCounted = node.type !== 'ForStatement' || asTree(node.update)?.type !== 'AwaitExpression'
  return !isCounted || endsEarly(asTree(node.body))
}

const endsEarly = (node: Tree | undefined): boolean =>
  node !== undefined &&
  (/^(?:Return|Break|Continue)Statement$/.test(node.type) ||
    childrenOf(node).some((child) => !isFunction(child) && endsEarly(child)))

const sleeps = /^(?:sleep|pause|wait|delay|waitForTimeout|setTimeout)$/

/** The length of `sleep(300)`, `page.waitForTimeout(300)` and `new Promise((resolve) => setTimeout(resolve, 300))`. */
function pauseOf(node: Tree, isAwaited: boolean): number | undefined {
  const [first, second] = listOf(node.arguments)
  if (first === undefined) return undefined
  const callee = asTree(node.callee)
  const name = nameOf(callee?.property) ?? nameOf(callee) ?? ''
  if (node.type === 'CallExpression' && name === 'waitForTimeout') return numberOf(first) ?? Number.POSITIVE_INFINITY
  if (node.type === 'CallExpression' && isAwaited && sleeps.test(name)) return numberOf(first)
  if (node.type !== 'NewExpression' || name !== 'Promise') return undefined
  const [resolve] = listOf(first.params)
  const timer = callsIn(first).find((call) => nameOf(call.callee) === 'setTimeout')
  const [then, ms] = listOf(timer?.arguments)
  const resolves = nameOf(then) ?? callsIn(then).map(({ callee: called }) => nameOf(called))[0]
  return second === undefined && resolves !== undefined && resolves === nameOf(resolve) ? numberOf(ms) : undefined
}

const numberOf = (node: Tree | undefined): number | undefined =>
  typeof node?.value === 'number' ? node.value : undefined

const callsIn = (node: Tree | undefined): Tree[] =>
  node === undefined ? [] : [...(node.type === 'CallExpression' ? [node] : []), ...childrenOf(node).flatMap(callsIn)]
