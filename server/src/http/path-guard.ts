/**
 * Segments that mean something else to whoever decodes once more: an encoded slash or backslash, a dot segment in any
 * spelling. No path of ours has any, so none is looked up.
 */
const deceptive = /%2f|%5c|\\|\/(?:\.|%2e){1,2}(?:\/|$)/i

export function isDeceptivePath(url: string): boolean {
  const mark = url.indexOf('?')
  const path = mark < 0 ? url : url.slice(0, mark)
  return deceptive.test(path)
}
