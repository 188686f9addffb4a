/**
 * Part of every section's entry. A browser holds a second request for an address back while the first one hangs; so an
 * entry that was fetched anew under another address, `remoteEntry.js?attempt=2`, fetches its chunks in the same way.
 */
declare let __webpack_get_script_filename__: (chunkId: string | number) => string

const entry = document.currentScript instanceof HTMLScriptElement ? document.currentScript.src : ''
const attempt = entry.includes('?') ? entry.slice(entry.indexOf('?')) : ''
if (attempt) {
  const filenameOf = __webpack_get_script_filename__
  __webpack_get_script_filename__ = (chunkId) => filenameOf(chunkId) + attempt
}

export default () => ({ name: 'pim-fresh-chunks' })
