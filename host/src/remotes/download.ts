/**
 * Downloads files into the HTTP cache without running them, and gives the text of them all. Fails where one does not
 * come, or comes as a page.
 */
export async function download(urls: readonly string[], signal: AbortSignal): Promise<string> {
  const texts = await Promise.all(
    urls.map(async (url) => {
      const response = await fetch(url, { signal })
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
