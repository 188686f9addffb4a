/** What became of one part of a contract: a member of a package, or a call. */
export interface Change {
  readonly what: string
  /** `removed` and `changed` break who uses it; `added` and `extended` do not. */
  readonly kind: 'removed' | 'changed' | 'extended' | 'added'
  /** Lines of the difference, for people. */
  readonly lines: readonly string[]
}

const breaking = new Set<Change['kind']>(['removed', 'changed'])

/** The version of a contract after these changes. */
export function nextVersion(version: string, changes: readonly Change[]): string {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (changes.some(({ kind }) => breaking.has(kind))) return `${major + 1}.0.0`
  return changes.length > 0 ? `${major}.${minor + 1}.0` : version
}

export const describeChange = ({ what, kind, lines }: Change): string =>
  [`${kind} ${what}`, ...lines.map((line) => `    ${line}`)].join('\n')

/** The lines that only one of two texts has. */
export function differingLines(before: readonly string[], after: readonly string[]): string[] {
  const [had, has] = [new Set(before), new Set(after)]
  return [
    ...before.filter((line) => !has.has(line)).map((line) => `- ${line}`),
    ...after.filter((line) => !had.has(line)).map((line) => `+ ${line}`),
  ]
}

/** Whether release notes say something of a version: a row of their table with text in it. */
export const hasNote = (notes: string, version: string): boolean =>
  notes.split('\n').some((line) => line.startsWith(`| ${version} |`) && (line.split('|')[2] ?? '').trim() !== '')
