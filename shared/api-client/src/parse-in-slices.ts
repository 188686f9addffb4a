/** Texts shorter than this many characters are parsed at once, because that takes only a few milliseconds. */
const maxLengthParsedAtOnce = 1_000_000
/** Characters parsed in one step. */
const sliceLength = 200_000
/** After this long the event loop gets a turn, so that the page can paint and handle input. */
const maxBlockingMs = 12

const [quote, backslash, comma] = ['"', '\\', ','].map((char) => char.charCodeAt(0))
const [openList, closeList, openObject, closeObject] = ['[', ']', '{', '}'].map((char) => char.charCodeAt(0))

/**
 * Parses JSON as `JSON.parse` does, without blocking the main thread: of a large text, the first list at the
 * top level or one level below it is parsed in slices, with a pause between them. Rejects with a SyntaxError for invalid
 * JSON.
 */
export async function parseInSlices(text: string, pause: () => Promise<void> = yieldToEventLoop): Promise<unknown> {
  const start = text.length < maxLengthParsedAtOnce ? -1 : listStart(text)
  if (start < 0) return JSON.parse(text)
  const items: unknown[] = []
  let from = start + 1
  let depth = 0
  let pauseAt = performance.now() + maxBlockingMs
  for (let at = from; at < text.length; at++) {
    const char = text.charCodeAt(at)
    if (char === quote) {
      at = stringEnd(text, at)
      if (at < 0) break
    } else if (char === openObject || char === openList) depth += 1
    else if (depth > 0) {
      if (char === closeObject || char === closeList) depth -= 1
    } else if (char === closeList) {
      appendItems(text.slice(from, at))
      return insertItems(text.slice(0, start + 1), text.slice(at), items)
    } else if (char === comma && at - from >= sliceLength) {
      appendItems(text.slice(from, at))
      from = at + 1
      if (performance.now() >= pauseAt) {
        await pause()
        pauseAt = performance.now() + maxBlockingMs
      }
    }
  }
  // The list is not closed: lets `JSON.parse` throw its error.
  return JSON.parse(text)

  function appendItems(piece: string) {
    for (const item of JSON.parse(`[${piece}]`) as unknown[]) items.push(item)
  }
}

/** The position of the first list that is the whole value or a direct value of it; -1 if there is none. */
function listStart(text: string): number {
  for (let at = 0, depth = 0; at < text.length; at++) {
    const char = text.charCodeAt(at)
    if (char === quote) {
      at = stringEnd(text, at)
      if (at < 0) return -1
    } else if (char === openList && depth <= 1) return at
    else if (char === openObject || char === openList) depth += 1
    else if (char === closeObject || char === closeList) depth -= 1
  }
  return -1
}

function stringEnd(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let escapes = 0
    while (text.charCodeAt(end - 1 - escapes) === backslash) escapes += 1
    if (escapes % 2 === 0) return end
  }
  return -1
}

/** Parses the text around the list and puts the parsed items into it. */
function insertItems(before: string, after: string, items: unknown[]): unknown {
  const whole = JSON.parse(before + after) as unknown
  const [, name] = /"((?:[^"\\]|\\.)*)"\s*:\s*\[$/.exec(before) ?? []
  if (name === undefined || whole === null || typeof whole !== 'object') return items
  return Object.assign(whole, { [JSON.parse(`"${name}"`) as string]: items })
}

/** Yields to the event loop by a message, because timers have a minimum delay of several milliseconds. */
function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(undefined)
  })
}
