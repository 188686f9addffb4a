/**
 * Downloads files into the HTTP cache without running them, and gives the text of them all. Fails where one does not
 * come, comes as a page, or does not have its hash.
 */
export async function download(
  urls: readonly string[],
  signal: AbortSignal,
  integrityOf: (url: string) => string | undefined = () => undefined,
): Promise<string> {
  const texts = await Promise.all(
    urls.map(async (url) => {
      const response = await fetch(url, { signal, integrity: integrityOf(url) ?? '' })
      if (!response.ok) throw new Error(`${url} answered ${response.status}.`)
      if (response.headers.get('content-type')?.startsWith('text/html')) throw new Error(`${url} is a page.`)
      return response.text()
    }),
  )
  return texts.join('\n')
}

/** Downloads files with low priority. `<link rel="preload">` would log a warning for a section that is not opened soon. */
export function downloadEarly(url: string): void {
  fetch(url, { priority: 'low' }).then(
    (response) => response.arrayBuffer(),
    () => undefined,
  )
}

/**
 * Whether a server of another origin is there and lets no page of this product read the file: it sends no CORS headers.
 * The browser gives the same error as for a server that is away, so the file is asked for once more, not to be read.
 */
export async function isReadingRefused(url: string): Promise<boolean> {
  if (new URL(url).origin === location.origin) return false
  const comes = (init: RequestInit) =>
    fetch(url, init).then(
      () => true,
      () => false,
    )
  return !(await comes({})) && comes({ mode: 'no-cors' })
}

/** The first file that its server says it does not have. */
export async function absentFile(urls: readonly string[]): Promise<string | undefined> {
  for (const url of urls) {
    const status = await fetch(url, { cache: 'no-store' }).then(
      (response) => response.status,
      () => undefined,
    )
    if (status === 404) return url
  }
  return undefined
}

/** The first file that comes whole and does not have its hash. One that is cut off on the way is not changed: the connection is bad. */
export async function changedFile(integrity: Readonly<Record<string, string>>): Promise<string | undefined> {
  for (const [url, hash] of Object.entries(integrity)) {
    if ((await wholeFile(url, { integrity: hash })) !== undefined) continue
    const bytes = await wholeFile(url, {})
    if (bytes && !(await hasHash(bytes, hash))) return url
  }
  return undefined
}

const wholeFile = (url: string, init: RequestInit): Promise<ArrayBuffer | undefined> =>
  fetch(url, init)
    .then((response) => (response.ok ? response.arrayBuffer() : undefined))
    .catch(() => undefined)

/** Compares as `integrity` of HTML does. A page without TLS cannot compute hashes; the browser has compared them there. */
async function hasHash(bytes: ArrayBuffer, integrity: string): Promise<boolean> {
  if (!isSecureContext) return false
  const hashes = integrity.split(' ').map(async (each) => {
    const [algorithm = '', wanted] = each.split('-')
    const digest = await crypto.subtle.digest(algorithm.replace('sha', 'SHA-'), bytes)
    return btoa(String.fromCharCode(...new Uint8Array(digest))) === wanted
  })
  return (await Promise.all(hashes)).includes(true)
}
