/** A browser that asks where to put the file reads it only once that is answered. */
const keptMs = 60_000

/** Hands bytes to the browser as a download. */
export function saveFile(bytes: Blob, fileName: string): void {
  const url = URL.createObjectURL(bytes)
  Object.assign(document.createElement('a'), { href: url, download: fileName }).click()
  setTimeout(() => URL.revokeObjectURL(url), keptMs)
}
