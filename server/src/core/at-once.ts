import { Problem } from './problem.ts'

/** How many calls of a kind a process works on at once, and how many of them for one tenant. */
export interface AtOnce {
  readonly ofProcess: number
  readonly ofTenant: number
  /** For developers: what there are too many of. */
  readonly message: string
}

/** Answers what takes a place for a tenant and gives it back; throws `RATE_LIMITED` where none is free. */
export function createPlaces({ ofProcess, ofTenant, message }: AtOnce): (tenantId: string) => () => void {
  const taken = new Map<string, number>()
  let all = 0
  return (tenantId) => {
    const own = taken.get(tenantId) ?? 0
    if (own >= ofTenant || all >= ofProcess) throw new Problem('RATE_LIMITED', { retryAfter: 5, message })
    taken.set(tenantId, own + 1)
    all += 1
    let isLeft = false
    return () => {
      if (isLeft) return
      isLeft = true
      all -= 1
      const left = (taken.get(tenantId) ?? 1) - 1
      if (left === 0) taken.delete(tenantId)
      else taken.set(tenantId, left)
    }
  }
}
