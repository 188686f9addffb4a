import type { Rule } from './rule.ts'

const now = String.raw`\b(?:Date|performance)\.now\(\)`

/** A duration, a comparison with the current time, and an expectation that reads the clock. */
const timedDecisions = [
  // Subtracting a literal makes a date for the test, which is allowed: `Date.now() - 60_000`.
  new RegExp(String.raw`${now}\s*-(?!\s*\d)`),
  new RegExp(String.raw`${now}\s*[<>]|(?<!=)[<>]=?\s*${now}`),
  new RegExp(String.raw`\bexpect(?:\.\w+)?\(.*${now}|\.to[A-Z]\w*\(.*${now}`),
  /\bprocess\.hrtime\b/,
]
const reading = new RegExp(String.raw`\b(?:const|let) (\w+) = ${now}`, 'g')
const fixedWait =
  /\bawait (?:new Promise.*\bsetTimeout\(\w+,|(?:\w+\.)?(?:sleep|pause|wait|delay|waitForTimeout)\()\s*[\d_]+/

/**
 * Finds where a test decides by the clock of the machine: one that is slow for a moment fails it, and one that is fast
 * proves nothing. Events, order, counters and clocks that a test sets decide instead; the bench measures durations.
 */
export const noWallTime: Rule = {
  name: 'tests decide by events, not by the clock of the machine',
  check({ path, text, isTest }) {
    if (!isTest || path.includes('/bench/')) return []
    return decisionsIn(text).map((found) => ({ rule: noWallTime.name, path, ...found }))
  },
}

function decisionsIn(text: string): { line: number; what: string }[] {
  const readings = [...text.matchAll(reading)].map((match) => match[1])
  const names = String.raw`\b(?:${readings.join('|')})\b`
  const patterns =
    readings.length === 0 ? timedDecisions : [...timedDecisions, new RegExp(String.raw`${names}\s*[-<>]\s*${names}`)]
  const lines = text.split('\n')
  return lines.flatMap((line, index) => {
    if (/^\s*(?:\/\/|\*|\/\*)/.test(line)) return []
    if (patterns.some((pattern) => pattern.test(line))) return [{ line: index + 1, what: 'decides by elapsed time' }]
    const isBeforeExpect = /^\s*(?:await )?expect\(/.test(lines[index + 1] ?? '')
    if (isBeforeExpect && fixedWait.test(line)) return [{ line: index + 1, what: 'waits a fixed time to decide' }]
    return []
  })
}
