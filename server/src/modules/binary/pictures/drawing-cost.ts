/** Elements that are drawn once all repetitions are written out. A map of a city has some fifty thousand. */
const maxElements = 100_000
/** Effects on pixels, in passes over the picture: a soft shadow is four, noise is ten for each octave. */
const maxFilterPasses = 400

interface Cost {
  readonly elements: number
  readonly passes: number
}

interface Element {
  readonly name: string
  readonly parent: Element | undefined
  readonly children: Element[]
  /** Ids of what is drawn with it, and how often. */
  readonly references: { readonly id: string; readonly times: number }[]
  /** Paints and markers: those of a group hold for each of its parts that has none of its own. */
  readonly inherited: ReadonlyMap<string, { readonly id: string; readonly times: number }>
  readonly classes: readonly string[]
  readonly own: Cost
}

const inheritedProperties = ['fill', 'stroke', 'marker', 'marker-start', 'marker-mid', 'marker-end'] as const
/** Drawn into a table of colours once. */
const gradients = new Set(['linearGradient', 'radialGradient'])
/** Parts that use parts that use parts. */
const maxChain = 1_000
const nothing: Cost = { elements: 0, passes: 0 }
const sum = (one: Cost, other: Cost, times = 1): Cost => ({
  elements: one.elements + other.elements * times,
  passes: one.passes + other.passes * times,
})

type Attributes = Readonly<Record<string, string>>

/** Adds up what drawing an SVG would cost, from its elements in the order of the file. */
export class DrawingCost {
  readonly #all: Element[] = []
  readonly #byId = new Map<string, Element>()
  readonly #known = new Map<Element, Cost | 'being counted'>()
  #current: Element | undefined
  #styles = ''

  open(qualifiedName: string, attributes: Attributes): void {
    const name = localName(qualifiedName)
    const parent = this.#current
    const own = new Map(inheritedProperties.flatMap((property) => paintOf(attributes, property)))
    const vertices = 1 + (attributes.d ?? attributes.points ?? '').length / 4
    const element: Element = {
      name,
      parent,
      children: [],
      references: Object.entries(attributes).flatMap(([attribute, value]) => referencesIn(localName(attribute), value)),
      inherited: new Map(
        [...(parent?.inherited ?? []), ...own].map(([property, { id }]) => [
          property,
          { id, times: property.startsWith('marker') ? vertices : 1 },
        ]),
      ),
      classes: (attributes.class ?? '').split(/\s+/),
      own: { elements: ownElements(attributes), passes: passesOf(name, attributes) },
    }
    parent?.children.push(element)
    this.#all.push(element)
    if (attributes.id !== undefined && !this.#byId.has(attributes.id)) this.#byId.set(attributes.id, element)
    this.#current = element
  }

  text(part: string): void {
    if (this.#current?.name === 'style') this.#styles += part
  }

  close(): void {
    this.#current = this.#current?.parent
  }

  /** What is too much, or undefined. */
  fault(): string | undefined {
    this.#applyStyles()
    const [root] = this.#all
    const { elements, passes } = root === undefined ? nothing : this.#costOf(root)
    if (elements > maxElements) return `${elements.toExponential(1)} elements to draw`
    if (passes > maxFilterPasses) return `${passes.toExponential(1)} passes of filters`
    return undefined
  }

  /** Rules of style sheets refer to parts like attributes do. A selector that is no class counts for every element. */
  #applyStyles(): void {
    for (const [, selectors = '', body = ''] of this.#styles.matchAll(/([^{}]*)\{([^{}]*)\}/g)) {
      const references = referencesIn('style', body)
      if (references.length === 0) continue
      const names = selectors.split(',').map((selector) => /^\s*\.([\w-]+)\s*$/.exec(selector)?.[1])
      for (const element of this.#all) {
        if (names.some((name) => name === undefined || element.classes.includes(name))) {
          element.references.push(...references)
        }
      }
    }
  }

  #costOf(element: Element, chain = 0): Cost {
    if (chain > maxChain) return { elements: Number.POSITIVE_INFINITY, passes: 0 }
    const known = this.#known.get(element)
    // What refers to itself is not drawn.
    if (known !== undefined) return known === 'being counted' ? nothing : known
    this.#known.set(element, 'being counted')
    let cost = element.own
    // A filter costs where it is applied, not where it stands.
    for (const child of element.children) if (child.name !== 'filter') cost = sum(cost, this.#costOf(child, chain + 1))
    const used = [...element.references, ...(element.children.length === 0 ? element.inherited.values() : [])]
    for (const { id, times } of used) {
      const target = this.#byId.get(id)
      if (target !== undefined && !gradients.has(target.name)) cost = sum(cost, this.#costOf(target, chain + 1), times)
    }
    this.#known.set(element, cost)
    return cost
  }
}

const localName = (qualified: string): string => qualified.slice(qualified.indexOf(':') + 1)

/** Long paths, texts and embedded pictures cost more than a rectangle. */
function ownElements(attributes: Attributes): number {
  let length = 0
  for (const value of Object.values(attributes)) length += value.length
  return 1 + length / 500
}

const urls = /url\(\s*["']?#([^)"']+)["']?\s*\)/g
const properties = /(?:^|;)\s*([\w-]+)\s*:([^;]*)/g

/** Paints and markers of an element itself, as attributes or in its style. */
function paintOf(attributes: Attributes, property: string): [string, { id: string; times: number }][] {
  const styled = [...(attributes.style ?? '').matchAll(properties)].find(([, name]) => name === property)?.[2]
  const value = styled ?? attributes[property]
  if (value === undefined) return []
  // A plain colour takes the place of what would be inherited.
  return [[property, { id: [...value.matchAll(urls)][0]?.[1] ?? '', times: 1 }]]
}

/** What an attribute refers to besides paints and markers, which are inherited. */
function referencesIn(attribute: string, value: string): { id: string; times: number }[] {
  if (attribute === 'href') return value.startsWith('#') ? [{ id: value.slice(1), times: 1 }] : []
  if ((inheritedProperties as readonly string[]).includes(attribute)) return []
  return [...value.matchAll(urls)].map(([, id = '']) => ({ id, times: 1 }))
}

/** Passes over the pixels that an element of a filter costs, or the filter functions of any other element. */
function passesOf(name: string, attributes: Attributes): number {
  if (!name.startsWith('fe') || name.startsWith('feFunc')) {
    const filters = `${attributes.filter ?? ''};${attributes.style ?? ''}`
    return 4 * [...filters.matchAll(/(?:blur|drop-shadow|hue-rotate|saturate|sepia|contrast)\(/g)].length
  }
  const numbers = (text = '1') => text.split(/[\s,]+/).map((each) => Math.abs(Number(each)) || 1)
  if (name === 'feTurbulence') return 10 * Math.max(1, ...numbers(attributes.numOctaves))
  if (name === 'feConvolveMatrix') return Math.max(...numbers(attributes.order ?? '3')) ** 2
  if (name === 'feMorphology') return 4 + Math.max(...numbers(attributes.radius))
  if (name.endsWith('Lighting') || name === 'feGaussianBlur' || name === 'feDropShadow') return 3
  return 1
}
