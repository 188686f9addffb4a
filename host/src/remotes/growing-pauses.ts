const pauses = [1_000, 2_000, 4_000, 5_000]

/**
 * Calls `tryAgain` with growing pauses while somebody sees the page, and at once when the page becomes visible or the
 * network is back. Returns what ends it, also for a try that is under way.
 */
export function withGrowingPauses(tryAgain: (ended: AbortSignal) => void): () => void {
  const end = new AbortController()
  const { signal } = end
  let tries = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = () => {
    timer = setTimeout(run, pauses[Math.min(tries, pauses.length - 1)])
  }
  const run = () => {
    clearTimeout(timer)
    if (document.visibilityState === 'hidden') return
    tries += 1
    tryAgain(signal)
    wait()
  }
  document.addEventListener('visibilitychange', run, { signal })
  addEventListener('online', run, { signal })
  wait()
  return () => {
    clearTimeout(timer)
    end.abort()
  }
}
