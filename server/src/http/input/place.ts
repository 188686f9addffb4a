/** The last part of a place in a request: `pageSize`, `[0]`, or `["odd key"]`. Long keys are cut; they are the caller's own. */
function step(segment: PropertyKey): string {
  if (typeof segment === 'number') return `[${segment}]`
  const key = String(segment)
  return /^[A-Za-z_$][\w$-]{0,99}$/.test(key) ? `.${key}` : `[${JSON.stringify(key.slice(0, 100).toWellFormed())}]`
}

/** How an answer names a place in a request: `query.pageSize`, `body.fields[0].value`. */
export function placeOf(slot: string, path: readonly PropertyKey[]): string {
  return path.reduce<string>((place, segment) => place + step(segment), slot)
}
