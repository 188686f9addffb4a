/**
 * Whether a header was sent more than once. Node joins or drops repeated headers, and a proxy may have read another one than
 * this server does. `name` in small letters, `raw` as Node received them: name and value in turns.
 */
export function isRepeated(raw: readonly string[], name: string): boolean {
  let count = 0
  for (let index = 0; index < raw.length; index += 2) {
    const header = raw[index]
    if (header !== undefined && header.length === name.length && header.toLowerCase() === name) count += 1
  }
  return count > 1
}
