/**
 * A value of JSON as `jsonb` gives it back: properties by the length of their names, then by the names. What is made of it before it is
 * stored, such as a hash, is then the same as what is made of it once it was read.
 */
export function inJsonbOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inJsonbOrder)
  if (typeof value !== 'object' || value === null) return value
  const ordered: [string, unknown][] = []
  for (const [name, entry] of Object.entries(value)) if (entry !== undefined) ordered.push([name, inJsonbOrder(entry)])
  return Object.fromEntries(ordered.sort(([one], [other]) => compareNames(one, other)))
}

function compareNames(one: string, other: string): number {
  const [length, otherLength] = [Buffer.byteLength(one), Buffer.byteLength(other)]
  if (length !== otherLength) return length - otherLength
  // Letters of one byte each compare as their bytes do.
  if (length === one.length && length === other.length) return one < other ? -1 : 1
  return Buffer.compare(Buffer.from(one), Buffer.from(other))
}
