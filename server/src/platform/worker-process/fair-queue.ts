/**
 * Work of many tenants, taken in turns (round-robin): a tenant that has been served goes behind all others that wait,
 * however much work it has. Within a tenant the order is that of arrival.
 */
export class FairQueue<T> {
  /** In the order of turns; a tenant without work is not in it. */
  readonly #byTenant = new Map<string, T[]>()

  add(tenantId: string, work: T): void {
    const own = this.#byTenant.get(tenantId)
    if (own) own.push(work)
    else this.#byTenant.set(tenantId, [work])
  }

  countOf(tenantId: string): number {
    return this.#byTenant.get(tenantId)?.length ?? 0
  }

  /** The next work of the first tenant that may have its turn now. */
  take(may: (tenantId: string) => boolean): { tenantId: string; work: T } | undefined {
    for (const [tenantId, [work, ...rest]] of this.#byTenant) {
      if (work === undefined || !may(tenantId)) continue
      // Defence 92, without: if (rest.length === 0) this.#byTenant.delete(tenantId)
      this.#byTenant.delete(tenantId)
      if (rest.length > 0) this.#byTenant.set(tenantId, rest)
      return { tenantId, work }
    }
    return undefined
  }

  remove(tenantId: string, work: T): void {
    const rest = (this.#byTenant.get(tenantId) ?? []).filter((each) => each !== work)
    if (rest.length > 0) this.#byTenant.set(tenantId, rest)
    else this.#byTenant.delete(tenantId)
  }

  /** Empties the queue. */
  takeAll(): T[] {
    const all = [...this.#byTenant.values()].flat()
    this.#byTenant.clear()
    return all
  }
}
