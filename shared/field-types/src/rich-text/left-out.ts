import type { ImportNote, LeftOutKind } from '@pim/contract'

/** Is told each time that something is left out; `name` is that of the element or attribute, or the address. */
export type OnLeftOut = (kind: LeftOutKind, name: string) => void

/** A thing that was left out of one text. */
export type LeftOut = Pick<ImportNote, 'kind' | 'name' | 'count'>

/** Different things that are told of one text; characters of an address or of a name. */
const most = { told: 50, name: 100 }

/** Counts what is left out of one text, each thing once with how often. */
export class LeftOutCounter {
  readonly #told = new Map<string, LeftOut>()

  readonly note: OnLeftOut = (kind, given) => {
    const name = shortened(given)
    const key = `${kind} ${name}`
    const known = this.#told.get(key)
    if (known !== undefined || this.#told.size < most.told)
      this.#told.set(key, { kind, name, count: (known?.count ?? 0) + 1 })
  }

  all(): LeftOut[] {
    return [...this.#told.values()]
  }
}

/** An address that is the data itself is named by the kind of data. */
const shortened = (name: string): string =>
  (/^data:[^,;]*/i.exec(name)?.[0] ?? name).slice(0, most.name).replaceAll('\u0000', '').toWellFormed()
