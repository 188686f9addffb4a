/** Printable ASCII without what no URL has as it is: quotes, `<`, `>`, `#`, `\`, `^`, `{`, `}`, `|` and a backtick. */
const written = /^[A-Za-z0-9\-._~!$&'()*+,;=:@/%[\]]*$/
const encoded = /%(?![0-9a-f]{2})/i
/**
 * Segments that some servers read as "this folder" or "the one above": with a parameter behind (`..;`), too, and encoded once or
 * twice. A slash that is encoded once was refused with the request; twice it is refused here. Two slashes in front are the beginning of a
 * host to a back end that reads its path as an address.
 */
const leadsElsewhere = /^\/\/|\/(?:\.|%(?:25)*2e){1,2}(?:;|\/|$)|%(?:25)+(?:2f|5c)|%(?:25)*(?:00|0a|0d)/i

/**
 * The path and query behind the section in the address of a call, for the back end: a path that begins with `/`, or nothing,
 * with its query. Undefined where it is none that every server reads alike.
 */
export function pathBehind(url: string, section: string): string | undefined {
  const prefix = `/api/x/${section}`
  // An address with a host in front (`GET http://…`) does not begin so.
  if (!url.startsWith(prefix)) return undefined
  const rest = url.slice(prefix.length)
  const mark = rest.indexOf('?')
  const path = mark < 0 ? rest : rest.slice(0, mark)
  const query = mark < 0 ? '' : rest.slice(mark)
  if (path !== '' && !path.startsWith('/')) return undefined
  // Defence 290
  if (!written.test(path) || encoded.test(path) || leadsElsewhere.test(path)) return undefined
  if (!/^[\x21\x23-\x7e]*$/.test(query)) return undefined
  return path + query
}

/** The path at the back end: the one of its address with this behind it. */
export const pathAt = ({ pathname }: URL, behind: string): string => {
  const base = pathname.replace(/\/+$/, '')
  const path = base + behind
  return path.startsWith('/') ? path : `/${path}`
}
