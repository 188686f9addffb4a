import { Problem } from '../../core/problem.ts'

/** Calls under way at once: of one tenant to one section, and of all tenants to it. */
export const most = { ofTenant: 20, ofSection: 100 }

/** Counts the calls under way by section, so that a back end that answers slowly, or never, holds up its own section alone. */
export class OpenCalls {
  readonly #open = new Map<string, number>()
  #count = 0

  get count(): number {
    return this.#count
  }

  /** Takes a place; what is returned gives it back, once. Throws where there is none. */
  take(section: string, tenantId: string): () => void {
    const shares = [
      { key: section, limit: most.ofSection },
      { key: `${section} ${tenantId}`, limit: most.ofTenant },
    ]
    // Defence 293, without: if (false)
    if (shares.some(({ key, limit }) => (this.#open.get(key) ?? 0) >= limit))
      throw new Problem('BACK_END_BUSY', { retryAfter: 1 })
    const change = (by: number) => {
      this.#count += by
      for (const { key } of shares) {
        const open = (this.#open.get(key) ?? 0) + by
        if (open === 0) this.#open.delete(key)
        else this.#open.set(key, open)
      }
    }
    change(1)
    let isOpen = true
    return () => {
      if (isOpen) change(-1)
      isOpen = false
    }
  }
}
