/** Kinds of things that people know, with their tables. */
const known = {
  content_item: 'items',
  storedFiles: 'storedFiles',
  content_type: 'contentTypes',
  taxonomy: 'taxonomies',
  concept: 'concepts',
  variation: 'variations',
  api_key: 'apiKeys',
  audit_entry: 'auditEntries',
  memberships: 'memberships',
  profiles: 'profiles',
} as const

/** The report of an erasure: kinds that people know, and all other rows together. */
export function reportOf(removed: Readonly<Record<string, number>>): { kind: string; count: number }[] {
  const named = Object.entries(known).flatMap(([table, kind]) => {
    const count = removed[table]
    return count === undefined ? [] : [{ kind, count }]
  })
  const rest = Object.entries(removed)
    .filter(([table]) => !(table in known))
    .reduce((sum, [, count]) => sum + count, 0)
  return rest === 0 ? named : [...named, { kind: 'otherRows', count: rest }]
}
