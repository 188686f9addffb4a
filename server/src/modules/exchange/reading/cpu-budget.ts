/** How much CPU time a tenant may spend at once, and how much of each second comes back. */
export interface BudgetSize {
  readonly seconds: number
  readonly perSecond: number
}

/** CPU time that each tenant may spend. What is spent comes back with time. */
export class CpuBudget {
  readonly size: BudgetSize
  readonly #now: () => number
  readonly #spent = new Map<string, { seconds: number; at: number }>()

  constructor(size: BudgetSize, now = () => performance.now()) {
    this.size = size
    this.#now = now
  }

  /** Seconds until the tenant may spend again; 0 where it may now. */
  waitOf(tenantId: string): number {
    const over = this.#spentBy(tenantId) - this.size.seconds
    return over < 0 ? 0 : Math.max(1, Math.ceil(over / this.size.perSecond))
  }

  spend(tenantId: string, seconds: number): void {
    this.#spent.set(tenantId, { seconds: this.#spentBy(tenantId) + seconds, at: this.#now() })
  }

  #spentBy(tenantId: string): number {
    const spent = this.#spent.get(tenantId)
    if (spent === undefined) return 0
    const left = spent.seconds - ((this.#now() - spent.at) / 1_000) * this.size.perSecond
    if (left > 0) return left
    this.#spent.delete(tenantId)
    return 0
  }
}
