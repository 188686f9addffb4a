/**
 * One segment of a place: `.pageSize`, `[0]` or `["odd key"]`. Long keys are cut, because the caller chose their
 * length.
 */
function step(segment: PropertyKey): string {
  if (typeof segment === 'number') return `[${segment}]`
  const key = String(segment)
  return /^[A-Za-z_$][\w$-]{0,99}$/.test(key) ? `.${key}` : `[${JSON.stringify(key.slice(0, 100).toWellFormed())}]`
}

/** The name of a place in a request, for error messages: `query.pageSize`, `body.fields[0].value`. */
export function placeOf(slot: string, path: readonly PropertyKey[]): string {
  return path.reduce<string>((place, segment) => place + step(segment), slot)
}
