/** A stretch of text that two values share, or that one of them alone has. */
export interface TextRun {
  readonly kind: 'same' | 'removed' | 'added'
  readonly text: string
}

/** Above this, the texts between the first and the last difference are shown one after the other. */
const maxComparisons = 2_000_000

/** Word diff: removed and inserted words in reading order. */
export function wordChanges(before: string, after: string): readonly TextRun[] {
  const [was, is] = [wordsOf(before), wordsOf(after)]
  let start = 0
  while (start < was.length && start < is.length && was[start] === is[start]) start += 1
  let end = 0
  while (end < was.length - start && end < is.length - start && was.at(-1 - end) === is.at(-1 - end)) end += 1
  const [a, b] = [was.slice(start, was.length - end), is.slice(start, is.length - end)]
  const middle: TextRun[] =
    a.length * b.length > maxComparisons
      ? [
          { kind: 'removed', text: a.join('') },
          { kind: 'added', text: b.join('') },
        ]
      : compared(a, b)
  return merged([
    { kind: 'same', text: was.slice(0, start).join('') },
    ...middle,
    { kind: 'same', text: was.slice(was.length - end).join('') },
  ])
}

/** Words with the space after them; also of scripts that write no space between words. */
function wordsOf(text: string): string[] {
  const words: string[] = []
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text)) {
    if (words.length > 0 && segment.trim() === '') words.push(`${words.pop()}${segment}`)
    else words.push(segment)
  }
  return words
}

/** Longest common subsequence, so that as few words as possible are marked. */
function compared(a: readonly string[], b: readonly string[]): TextRun[] {
  const width = b.length + 1
  const lengths = new Uint16Array((a.length + 1) * width)
  const at = (row: number, column: number) => lengths[row * width + column] ?? 0
  for (let row = a.length - 1; row >= 0; row -= 1)
    for (let column = b.length - 1; column >= 0; column -= 1)
      lengths[row * width + column] =
        a[row] === b[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1))
  const runs: TextRun[] = []
  let [row, column] = [0, 0]
  while (row < a.length || column < b.length) {
    const [was, is] = [a[row], b[column]]
    if (was !== undefined && was === is) {
      runs.push({ kind: 'same', text: was })
      row += 1
      column += 1
    } else if (was !== undefined && (is === undefined || at(row + 1, column) >= at(row, column + 1))) {
      runs.push({ kind: 'removed', text: was })
      row += 1
    } else {
      runs.push({ kind: 'added', text: is ?? '' })
      column += 1
    }
  }
  return runs
}

function merged(runs: readonly TextRun[]): TextRun[] {
  const result: TextRun[] = []
  for (const run of runs) {
    const last = result.at(-1)
    if (run.text === '') continue
    if (last?.kind === run.kind) result[result.length - 1] = { kind: run.kind, text: last.text + run.text }
    else result.push(run)
  }
  return result
}

const kept = 60

/** The same with long stretches that did not change cut to the words beside the changes. */
export function aroundChanges(runs: readonly TextRun[]): readonly TextRun[] {
  return runs.map((run, index) => {
    if (run.kind !== 'same' || run.text.length <= 3 * kept) return run
    const head = index === 0 ? '' : run.text.slice(0, kept).replace(/\S*$/, '')
    const tail = index === runs.length - 1 ? '' : run.text.slice(-kept).replace(/^\S*/, '')
    return { kind: 'same', text: `${head}…${tail}` }
  })
}
