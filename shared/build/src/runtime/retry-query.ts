/**
 * Module federation runtime plugin of every section. While a request hangs, the browser makes a second request for the
 * same URL wait for it. The shell therefore retries an entry with a query, `remoteEntry.js?attempt=2`; this adds the
 * same query to the URLs of the section's chunks.
 */
declare let __webpack_get_script_filename__: (chunkId: string | number) => string

const entry = document.currentScript instanceof HTMLScriptElement ? document.currentScript.src : ''
const attempt = entry.includes('?') ? entry.slice(entry.indexOf('?')) : ''
if (attempt) {
  const filenameOf = __webpack_get_script_filename__
  __webpack_get_script_filename__ = (chunkId) => filenameOf(chunkId) + attempt
}

export default () => ({ name: 'pim-retry-query' })
