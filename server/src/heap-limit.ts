/**
 * Arguments of Node for the process of a server. Without a limit the heap grows to several times what is in use before it is cleared: an
 * import took 550 to 600 MB, of which 60 were in use. A limit clears it sooner; what a server needs at most is far below.
 */
export const heapLimit: readonly string[] = ['--max-old-space-size=1024']
