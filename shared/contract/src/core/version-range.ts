/** Whether a version satisfies a range. Supports the two forms of a remote.json: `^1.2.0` and an exact version. */
export function isInRange(version: string, range: string): boolean {
  const actual = parseVersion(version)
  const wanted = parseVersion(range.replace(/^\^/, ''))
  if (!actual || !wanted) return false
  const order = compare(actual, wanted)
  if (!range.startsWith('^')) return order === 0
  // For `^0.x` only the patch number may differ, as in semantic versioning.
  const fixedParts = wanted[0] > 0 ? 1 : 2
  return order >= 0 && actual.slice(0, fixedParts).join('.') === wanted.slice(0, fixedParts).join('.')
}

type Version = [major: number, minor: number, patch: number]

function parseVersion(version: string): Version | undefined {
  const match = /^(\d+)\.(\d+)\.(\d+)$/.exec(version.trim())
  return match ? [Number(match[1]), Number(match[2]), Number(match[3])] : undefined
}

function compare(a: Version, b: Version): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2]
}
