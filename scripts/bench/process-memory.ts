import { readdirSync, readFileSync } from 'node:fs'

/**
 * Megabytes of a process and all that it started, down to the last one. Memory that several of them share (PostgreSQL's buffers, the
 * code of Node) counts once: each is counted for its share, as Linux tells it. `isCounted`: by the name of the program.
 */
export function memoryOfAll(processId: number, isCounted: (name: string) => boolean = () => true): number {
  let kilobytes = 0
  for (const each of withDescendants(processId)) {
    if (!isCounted(textOf(`/proc/${each}/comm`))) continue
    // One that has just ended has none.
    kilobytes += Number(/^Pss:\s+(\d+)/m.exec(textOf(`/proc/${each}/smaps_rollup`))?.[1] ?? 0)
  }
  return kilobytes / 1_024
}

function withDescendants(processId: number): number[] {
  const children = new Map<number, number[]>()
  for (const name of readdirSync('/proc')) {
    // Behind the name, which may have spaces: the state, and the process that started it.
    const [, parent] = /^.*\) \w (\d+)/s.exec(/^\d+$/.test(name) ? textOf(`/proc/${name}/stat`) : '') ?? []
    if (parent !== undefined) children.set(Number(parent), [...(children.get(Number(parent)) ?? []), Number(name)])
  }
  const found = [processId]
  for (const each of found) found.push(...(children.get(each) ?? []))
  return found
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
