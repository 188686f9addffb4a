interface Exchange {
  method: string
  url: string
  headers: Record<string, string>
  body: string | FormData | null
}

/**
 * Sends a request by XMLHttpRequest, because `fetch` does not report upload progress. Resolves and rejects as `fetch`
 * does.
 */
export function sendWithProgress(
  request: Exchange,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const exchange = new XMLHttpRequest()
    const stop = () => exchange.abort()
    exchange.open(request.method, request.url)
    exchange.responseType = 'blob'
    for (const [name, value] of Object.entries(request.headers)) exchange.setRequestHeader(name, value)
    exchange.upload.onprogress = (event) => {
      if (event.lengthComputable) onProgress(event.loaded / event.total)
    }
    exchange.onload = () => {
      const contentType = exchange.getResponseHeader('content-type')
      resolve(
        new Response(exchange.status === 204 ? null : (exchange.response as Blob), {
          status: exchange.status,
          headers: contentType ? { 'content-type': contentType } : {},
        }),
      )
    }
    exchange.onerror = () => reject(new TypeError('The upload did not reach the server.'))
    exchange.onabort = () => reject(signal.reason)
    exchange.onloadend = () => signal.removeEventListener('abort', stop)
    if (signal.aborted) return reject(signal.reason)
    signal.addEventListener('abort', stop)
    exchange.send(request.body)
  })
}
