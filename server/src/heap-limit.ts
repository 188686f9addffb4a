/**
 * Arguments of Node for the process of a server. Without a limit the heap grows to several times what is in use before it is cleared: an
 * import took 550 to 600 MB, of which 60 were in use. A limit clears it sooner; what a server needs at most is far below. What is new has less
 * room than usual (three times this), as that is never given back.
 */
export const heapLimit: readonly string[] = ['--max-old-space-size=1024', '--max-semi-space-size=4']

/** Arguments that Node does not take from `NODE_OPTIONS`: the heap is cleared when it has grown by this share since the last time. */
export const heapGrowth: readonly string[] = ['--heap-growing-percent=30']

/**
 * Variables of the process. glibc would give each thread a store of its own, and keep in each what is not used any more. It would also raise
 * the size from which memory is taken from the system and given back at once to 32 MB after the first large buffer: a fixed size
 * lets a server give back what a load has taken.
 */
export const mallocSettings: Readonly<Record<string, string>> = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
}
