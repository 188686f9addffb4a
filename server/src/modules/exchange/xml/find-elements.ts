import { dialectOf } from './dialect.ts'
import { maxChoices, maxCounted } from './limits.ts'
import type { XmlHandler } from './parse-xml.ts'

/** An element that may be what a row is: its path from the root, and how many the beginning of the file has. */
export interface RepeatedElement {
  readonly path: string
  readonly count: number
}

interface Counted {
  readonly path: string
  readonly children: Map<string, Counted>
  count: number
  /** Elements within those of this path, and their text, twenty characters of which are an element. */
  weight: number
  hasAttributes: boolean
  /** Whether an element around it has several of them. */
  isRepeated: boolean
  /** The number of the element around the last one. */
  lastParent: number
}

const counted = (path: string): Counted => ({
  path,
  children: new Map(),
  count: 0,
  weight: 0,
  hasAttributes: false,
  isRepeated: false,
  lastParent: 0,
})

/** Counts the elements of a file by their path. */
export class ElementCount implements XmlHandler {
  readonly #top = counted('')
  /** Undefined: of an element that is not counted, as there are too many different ones. */
  readonly #open: (Counted | undefined)[] = []
  #different = 0

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    const parent = this.#open.length === 0 ? this.#top : this.#open.at(-1)
    let own = parent?.children.get(name)
    if (own === undefined && parent !== undefined && this.#different < maxCounted) {
      own = counted(parent.path === '' ? name : `${parent.path}/${name}`)
      parent.children.set(name, own)
      this.#different += 1
    }
    if (own !== undefined) {
      own.count += 1
      own.hasAttributes ||= Object.keys(attributes).length > 0
      own.isRepeated ||= own.count > 1 && own.lastParent === parent?.count
      own.lastParent = parent?.count ?? 0
    }
    for (const each of this.#open) if (each !== undefined) each.weight += 1
    this.#open.push(own)
  }

  text(text: string): void {
    for (const each of this.#open) if (each !== undefined) each.weight += text.length / 20
  }

  close(): void {
    this.#open.pop()
  }

  /** Those that somebody can choose, in the order of the file, and the one that rows are probably made of; undefined: there is no element. */
  result(): { readonly elements: readonly RepeatedElement[]; readonly proposed: string | undefined } {
    const all = [...below(this.#top)]
    const ofDialect = all.find(({ path }) => dialectOf(path) !== undefined)
    const proposed = ofDialect ?? mostLikely(this.#top, all)
    const choices = all.filter(
      (each) => each === proposed || (each.isRepeated && (each.children.size > 0 || each.hasAttributes)),
    )
    const elements = choices.slice(0, maxChoices).map(({ path, count }) => ({ path, count }))
    return { elements, proposed: proposed?.path }
  }
}

function* below(one: Counted): Generator<Counted> {
  for (const child of one.children.values()) {
    yield child
    yield* below(child)
  }
}

/** Of elements that are repeated and have others in them, and are in none such, those that have the most. */
function mostLikely(top: Counted, all: readonly Counted[]): Counted | undefined {
  const repeated = all.filter(({ count, children }) => count > 1 && children.size > 0)
  const outer = repeated.filter(({ path }) => !repeated.some((each) => path.startsWith(`${each.path}/`)))
  const withAttributes = all.filter(({ count, hasAttributes }) => count > 1 && hasAttributes)
  const found = heaviest(outer) ?? heaviest(withAttributes)
  return found === undefined ? single(top) : recordIn(found)
}

const heaviest = (all: readonly Counted[]): Counted | undefined =>
  all.toSorted((one, other) => other.weight - one.weight)[0]

/** The element itself, or one in it where it is but a group of those: nearly all that it has, and several of them. */
function recordIn(group: Counted): Counted {
  const inner = heaviest([...below(group)].filter(({ children }) => children.size > 0))
  return inner !== undefined &&
    inner.weight + inner.count > group.weight * 0.8 &&
    inner.count >= group.count * 2 &&
    inner.children.size >= group.children.size
    ? recordIn(inner)
    : group
}

/** Of a file with one record: the first element with several parts that have no parts themselves. */
function single(top: Counted): Counted | undefined {
  let own = [...top.children.values()][0]
  for (;;) {
    if (own === undefined) return undefined
    const children: Counted[] = [...own.children.values()]
    const groups = children.filter((child) => child.children.size > 0)
    const [only] = groups
    if (only === undefined || groups.length > 1 || children.length > 3) return own
    own = only
  }
}
