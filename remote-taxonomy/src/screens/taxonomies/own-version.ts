import { useEffect } from 'react'

/**
 * Takes the version that another form of the same thing on this screen has saved for one that was seen: what somebody
 * else had changed by then would have refused that save.
 */
export function useOwnVersion(learn: (version: number | undefined) => void, ownVersion: number | undefined): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each version, and `learn` is new in each render
  useEffect(() => {
    if (ownVersion !== undefined) learn(ownVersion)
  }, [ownVersion])
}
