/** Less than this is read at once: nobody feels it. */
const large = 1_000_000
/** A piece that is read in a few milliseconds. */
const slice = 200_000
/** The page may be drawn and keys may be heard after so long. */
const turnMs = 12

const [quote, backslash, comma] = ['"', '\\', ','].map((sign) => sign.charCodeAt(0))
const [openList, closeList, openThing, closeThing] = ['[', ']', '{', '}'].map((sign) => sign.charCodeAt(0))

/**
 * What `JSON.parse` comes to, without keeping the page from everything else meanwhile: of a large answer its one long
 * list, at the top or directly below it, is read piece by piece with a pause in between.
 */
export async function parseInSlices(text: string, pause: () => Promise<void> = nextTurn): Promise<unknown> {
  const start = text.length < large ? -1 : listStart(text)
  if (start < 0) return JSON.parse(text)
  const items: unknown[] = []
  let from = start + 1
  let depth = 0
  let turnEnds = performance.now() + turnMs
  for (let at = from; at < text.length; at++) {
    const sign = text.charCodeAt(at)
    if (sign === quote) {
      at = stringEnd(text, at)
      if (at < 0) break
    } else if (sign === openThing || sign === openList) depth += 1
    else if (depth > 0) {
      if (sign === closeThing || sign === closeList) depth -= 1
    } else if (sign === closeList) {
      take(text.slice(from, at))
      return around(text.slice(0, start + 1), text.slice(at), items)
    } else if (sign === comma && at - from >= slice) {
      take(text.slice(from, at))
      from = at + 1
      if (performance.now() >= turnEnds) {
        await pause()
        turnEnds = performance.now() + turnMs
      }
    }
  }
  // It ends too early: `JSON.parse` says so in its own words.
  return JSON.parse(text)

  function take(piece: string) {
    for (const item of JSON.parse(`[${piece}]`) as unknown[]) items.push(item)
  }
}

/** Where the first list begins that is the answer itself or a value of it. */
function listStart(text: string): number {
  for (let at = 0, depth = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at)
    if (sign === quote) {
      at = stringEnd(text, at)
      if (at < 0) return -1
    } else if (sign === openList && depth <= 1) return at
    else if (sign === openThing || sign === openList) depth += 1
    else if (sign === closeThing || sign === closeList) depth -= 1
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

/** What stands before and after the list, with the list back in its place. */
function around(before: string, after: string, items: unknown[]): unknown {
  const whole = JSON.parse(before + after) as unknown
  const [, name] = /"((?:[^"\\]|\\.)*)"\s*:\s*\[$/.exec(before) ?? []
  if (name === undefined || whole === null || typeof whole !== 'object') return items
  return Object.assign(whole, { [JSON.parse(`"${name}"`) as string]: items })
}

/** A message is heard after whatever waits already, and without the delay that timers have. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(undefined)
  })
}
