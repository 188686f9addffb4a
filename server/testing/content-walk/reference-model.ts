import { isDeepStrictEqual as same } from 'node:util'

/*
 * A reference model of a content item, as simple as possible, which the real one is compared with after each random
 * move (model-based testing). It has no tables, diffs or projections. A place is a field, `$name` or `$targets`; a
 * missing place inherits.
 */

export const parents = { en: null, sv: 'en', de: 'en', at: 'de', ja: null } as const
export type Where = keyof typeof parents
export const places = {
  title: 'own',
  note: 'own',
  tone: 'own',
  weight: 'shared',
  $name: 'shared',
  $targets: 'own',
} as const
export type Place = keyof typeof places
export type Places = Partial<Record<Place, unknown>>
export type Step = 'publish' | 'unpublish' | 'draft' | 'archive' | 'discard'

interface Copy {
  status: 'draft' | 'published' | 'unpublished' | 'archived'
  own: Places
  live: { own: Places; shared: Places; version: number } | null
  /** All places after each version, newest last. */
  history: Places[]
}

export class ReferenceModel {
  shared: Places = { $name: 'n' }
  readonly copies: Record<Where, Copy>

  constructor(defaults: Places) {
    const copy = (at: Where): Copy => {
      const own: Places = { ...(parents[at] === null && defaults), $targets: [] }
      return { status: 'draft', own, live: null, history: [{ ...this.shared, ...own }] }
    }
    this.copies = { en: copy('en'), sv: copy('sv'), de: copy('de'), at: copy('at'), ja: copy('ja') }
  }

  /** Returns `done` or the code of the problem, which changes nothing. */
  edit(at: Where, set: Places, reset: readonly Place[], base?: number): string {
    const copy = this.copies[at]
    if (copy.status === 'archived') return 'INVALID_TRANSITION'
    if (base !== undefined && base > copy.history.length) return 'VERSION_CONFLICT'
    const seen = copy.history[(base ?? copy.history.length) - 1] ?? {}
    const now = this.now(at)
    const wanted = { ...now }
    const names = [...Object.keys(set), ...reset] as Place[]
    const differs = (a: Places, b: Places, name: Place) => name in a !== name in b || !same(a[name], b[name])
    for (const name of names) {
      const [mine] = [reset.includes(name) ? {} : set]
      if (!differs(mine, now, name)) continue
      const theirsMoved = differs(seen, now, name)
      if (theirsMoved && differs(seen, mine, name)) return 'VERSION_CONFLICT'
      if (theirsMoved) continue
      delete wanted[name]
      if (name in mine) wanted[name] = mine[name]
    }
    return this.become(at, wanted)
  }

  rename(name: string): string {
    return this.become(null, { $name: name })
  }

  step(at: Where, step: Step): string {
    const copy = this.copies[at]
    const before = copy.live
    const key = `${copy.status}${copy.status === 'draft' && copy.live !== null ? ' over live' : ''} ${step}`
    if (/^(draft.* draft|published (publish|discard)|archived archive)$/.test(key)) return 'nothing'
    const allowed =
      /^(draft.*|unpublished) publish$|^(draft over live|published) unpublish$|^(published|unpublished|archived) draft$|^(draft|unpublished) archive$|^draft over live discard$/
    if (!allowed.test(key)) return 'INVALID_TRANSITION'
    if (step === 'publish' || step === 'unpublish') {
      const titles = () => live().map((each) => this.resolve(each, 'live').title?.[0] ?? null)
      const live = () => (Object.keys(parents) as Where[]).filter((each) => this.copies[each].live !== null)
      const was = new Map(live().map((each, index) => [each, titles()[index]]))
      copy.live = step === 'unpublish' ? null : { own: { ...copy.own }, shared: { ...this.shared }, version: 0 }
      const lacking = live().filter((_, index) => titles()[index] === null)
      copy.live = before
      if (lacking.some((each) => each !== at && was.get(each) !== null)) return 'STILL_NEEDED'
      if (lacking.includes(at)) return 'VALIDATION_FAILED'
    }
    if (step === 'discard') return this.become(at, { ...copy.live?.shared, ...copy.live?.own }, 'published')
    copy.status = ({ publish: 'published', unpublish: 'unpublished', draft: 'draft', archive: 'archived' } as const)[
      step
    ]
    copy.history.push(this.now(at))
    if (step === 'publish')
      copy.live = { own: { ...copy.own }, shared: { ...this.shared }, version: copy.history.length }
    if (step === 'unpublish') copy.live = null
    return 'done'
  }

  /** Sets the places of one copy, and with them the shared ones. */
  private become(actor: Where | null, wanted: Places, status?: 'published'): string {
    const part = (places_: Places, kind: string) =>
      Object.fromEntries(Object.entries(places_).filter(([name]) => places[name as Place] === kind)) as Places
    const before = Object.fromEntries((Object.keys(parents) as Where[]).map((at) => [at, this.now(at)]))
    this.shared = actor === null ? { ...this.shared, ...wanted } : part(wanted, 'shared')
    if (actor !== null) this.copies[actor].own = part(wanted, 'own')
    for (const at of Object.keys(parents) as Where[]) {
      const copy = this.copies[at]
      const moved = !same(before[at], this.now(at))
      const isActor = at === actor
      if (isActor && status !== undefined) copy.status = status
      else if (moved && (copy.status === 'published' || (isActor && copy.status === 'unpublished')))
        copy.status = 'draft'
      if (moved || (isActor && status !== undefined)) copy.history.push(this.now(at))
    }
    return 'done'
  }

  now(at: Where): Places {
    return { ...this.shared, ...this.copies[at].own }
  }

  hasUnpublishedChanges(at: Where): boolean {
    const { live } = this.copies[at]
    return live !== null && !same({ ...live.shared, ...live.own }, this.now(at))
  }

  /** By field: the value and the variation that it comes from. */
  resolve(at: Where, which: 'working' | 'live'): Partial<Record<Place, [value: unknown, source: Where | null]>> {
    const ownOf = (where: Where) => (which === 'live' ? this.copies[where].live?.own : this.copies[where].own) ?? {}
    const shared = (which === 'live' ? this.copies[at].live?.shared : this.shared) ?? {}
    const find = (name: Place, where: Where | null): [unknown, Where | null] =>
      where === null ? [null, null] : name in ownOf(where) ? [ownOf(where)[name], where] : find(name, parents[where])
    const fields = (Object.keys(places) as Place[]).filter((name) => !name.startsWith('$'))
    return Object.fromEntries(
      fields.map((name) => [
        name,
        places[name] === 'own' ? find(name, at) : name in shared ? [shared[name], at] : [null, null],
      ]),
    )
  }
}
