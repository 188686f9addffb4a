/** Addresses that are the shell's and the server's own; no section has a screen there. */
export const productAddresses = [
  '/not-found',
  '/bad-request',
  '/server-error',
  '/forbidden',
  '/quota-reached',
  '/prototype/*',
  '/api/*',
  '/assets/*',
  '/remotes/*',
  '/realms/*',
] as const

/** Whether two paths, as react-router writes them, are the same address for some value of their parameters. */
export const addressesMeet = (a: string, b: string): boolean =>
  withoutOptional(partsOf(a)).some((one) => withoutOptional(partsOf(b)).some((other) => partsMeet(one, other)))

const partsOf = (path: string): string[] => path.split('/').filter((part) => part !== '')

/** `/orders/:orderId?` is two paths. */
function withoutOptional(parts: readonly string[]): string[][] {
  const at = parts.findIndex((part) => part.endsWith('?'))
  if (at < 0) return [[...parts]]
  const [before, after] = [parts.slice(0, at), parts.slice(at + 1)]
  return [
    ...withoutOptional([...before, ...after]),
    ...withoutOptional([...before, parts[at]?.slice(0, -1) ?? '', ...after]),
  ]
}

function partsMeet([a, ...as]: readonly string[], [b, ...bs]: readonly string[]): boolean {
  if (a === '*' || b === '*') return true
  if (a === undefined || b === undefined) return a === b
  return (a.startsWith(':') || b.startsWith(':') || a.toLowerCase() === b.toLowerCase()) && partsMeet(as, bs)
}
