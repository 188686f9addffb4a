import { UnreadableFile } from '../files/file-problem.ts'
import type { Dialect, Groups } from './dialect.ts'
import { maxGroupCharacters, maxGroupEntries } from './limits.ts'
import { localName } from './parse-xml.ts'
import { languageOf } from './signs.ts'
import { ElementGathering, textIn, within, type XmlElement } from './xml-element.ts'

/** What a file says apart from its records. */
export interface Surroundings {
  /** As in `title [de]`. */
  readonly language?: string | undefined
  readonly currency?: string | undefined
  readonly address?: string | undefined
  /** The groups that a record is in, each as a path: `Tools > Hammers`. */
  readonly groupsOf: (key: string) => readonly string[]
}

export const noSurroundings: Surroundings = { groupsOf: () => [] }

/**
 * Gathers what stands around the records, in whatever order: groups and the places of records in them are in memory, by their ids, and no more of the
 * file is. Throws `UnreadableFile` where there are too many.
 */
export class SurroundingsGathering {
  readonly handler: ElementGathering
  readonly #dialect: Dialect
  readonly #header = new Map<string, string>()
  readonly #groups = new Map<string, { readonly name: string; readonly parent: string; readonly isShown: boolean }>()
  readonly #places = new Map<string, string[]>()
  #entries = 0
  #characters = 0

  constructor(dialect: Dialect) {
    this.#dialect = dialect
    const { header, groups } = dialect
    const paths = new Set(Object.values(header ?? {}))
    const names = groups === undefined ? [] : [groups.group, ...groups.places]
    this.handler = new ElementGathering(
      (path) => names.includes(localName(path.at(-1) ?? '')) || paths.has(path.map(localName).join('/')),
    )
  }

  /** Keeps what was read since the last time. */
  keep(): void {
    const { groups, header = {} } = this.#dialect
    for (const { element, path } of this.handler.take()) {
      const local = path.split('/').map(localName).join('/')
      const [place] = Object.entries(header).find(([, each]) => each === local) ?? []
      if (place !== undefined) {
        // Of several languages, the one that the file calls its own.
        if (!this.#header.has(place) || element.attributes.default === 'true') this.#header.set(place, textIn(element))
      } else if (groups !== undefined) this.#keepGroup(groups, element)
    }
  }

  #keepGroup(groups: Groups, element: XmlElement): void {
    const first = (names: readonly string[]) => {
      const [found] = names.flatMap((name) => within(element, name))
      return found === undefined ? '' : textIn(found)
    }
    if (localName(element.name) === groups.group) {
      const id = first([groups.id])
      const language = this.#header.get('language')
      const named = within(element, groups.name)
      const own = named.find(({ attributes }) => attributes.lang !== undefined && attributes.lang === language)
      const [name = own] = own === undefined ? named : [own]
      const { attribute, is } = groups.without
      const parent = first([groups.parent])
      const isShown = element.attributes[attribute] !== is
      this.#count(id, parent, name === undefined ? '' : textIn(name))
      this.#groups.set(id, { name: name === undefined ? id : textIn(name), parent, isShown })
    } else {
      const key = first(groups.record)
      const group = first([groups.recordGroup])
      this.#count(key, group)
      const known = this.#places.get(key)
      if (known === undefined) this.#places.set(key, [group])
      else known.push(group)
    }
  }

  #count(...texts: readonly string[]): void {
    this.#entries += 1
    for (const text of texts) this.#characters += text.length
    // Defence 374, without: return
    if (this.#entries <= maxGroupEntries && this.#characters <= maxGroupCharacters) return
    throw new UnreadableFile({
      code: 'XML_TOO_LARGE',
      message: `The groups of the catalogue, and which records are in them, are more than ${maxGroupEntries} entries.`,
      params: { max: maxGroupEntries },
    })
  }

  result(): Surroundings {
    const language = this.#header.get('language')
    return {
      ...(language !== undefined && { language: languageOf(language) }),
      currency: this.#header.get('currency'),
      address: this.#header.get('address'),
      groupsOf: (key) => (this.#places.get(key) ?? []).map((group) => this.#pathOf(group)),
    }
  }

  #pathOf(id: string): string {
    const names: string[] = []
    // A file may name a group as its own parent.
    const seen = new Set<string>()
    let next = id
    for (;;) {
      const group = this.#groups.get(next)
      if (group === undefined || seen.has(next)) break
      seen.add(next)
      if (group.isShown) names.unshift(group.name)
      next = group.parent
    }
    return names.length === 0 ? id : names.join(' > ')
  }
}
