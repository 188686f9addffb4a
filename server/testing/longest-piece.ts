/** Milliseconds of CPU time that this thread spends without a turn for others while something is done: the longest of all pieces. */
export async function longestPiece(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let last = process.threadCpuUsage()
  const look = () => {
    const now = process.threadCpuUsage()
    longest = Math.max(longest, (now.user + now.system - last.user - last.system) / 1_000)
    last = now
  }
  const looking = setInterval(look, 1)
  try {
    await work()
  } finally {
    clearInterval(looking)
    look()
  }
  return longest
}
