import type { IfMatch } from '../core/caller.ts'
import { invalidPlace } from '../core/problem.ts'

const nextTag = /[\t ,]*(W\/)?"([\x21\x23-\x7e\x80-\xff]*)"[\t ]*(?=,|$)/y
const rest = /[\t ,]*$/y

/**
 * `If-Match` (RFC 9110, 13.1.1): one tag, a list, or `*` for any version. A weak tag matches nothing, because the
 * comparison is the strong one.
 */
export function readIfMatch(header: string): IfMatch {
  if (header.trim() === '*') return undefined
  const tags: string[] = []
  let at = 0
  for (;;) {
    nextTag.lastIndex = at
    const found = nextTag.exec(header)
    if (found === null) break
    at = nextTag.lastIndex
    const [, weak, tag = ''] = found
    if (weak === undefined) tags.push(tag)
  }
  rest.lastIndex = at
  if (at === 0 || !rest.test(header)) {
    throw invalidPlace('headers.if-match', 'INVALID_ETAG', 'is * or a list of entity tags such as "7"')
  }
  return tags
}
