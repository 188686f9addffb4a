/**
 * Whether a version is in a range of the two kinds that a remote.json may name: `^1.2.0`, which takes what is compatible
 * with it, or an exact version.
 */
export function isInRange(version: string, range: string): boolean {
  const have = numbers(version)
  const want = numbers(range.replace(/^\^/, ''))
  if (!have || !want) return false
  const order = compare(have, want)
  if (!range.startsWith('^')) return order === 0
  // Below 1.0.0 nothing was promised yet, so only the last number may differ.
  const fixed = want[0] > 0 ? 1 : 2
  return order >= 0 && have.slice(0, fixed).join('.') === want.slice(0, fixed).join('.')
}

type Version = [major: number, minor: number, patch: number]

function numbers(version: string): Version | undefined {
  const match = /^(\d+)\.(\d+)\.(\d+)$/.exec(version.trim())
  return match ? [Number(match[1]), Number(match[2]), Number(match[3])] : undefined
}

function compare(a: Version, b: Version): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2]
}
