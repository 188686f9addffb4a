import { matchesIn } from '../core/text-edits.ts'
import type { ValueEdits } from '../core/value-edits.ts'
import type { RichTextDocument, RichTextNode } from './document.ts'
import { richTextFromText } from './from-html.ts'

type Replace = Parameters<NonNullable<ValueEdits<RichTextDocument>['replaceText']>>[1]

/** Texts side by side read as one: a match may begin in bold and end behind it. What replaces it has the marks of its beginning. */
function replacedRun(run: readonly RichTextNode[], edit: Replace): RichTextNode[] {
  const matches = matchesIn(run.map(({ text = '' }) => text).join(''), edit)
  if (matches.length === 0) return [...run]
  let at = 0
  let next = 0
  const replaced: RichTextNode[] = []
  for (const node of run) {
    const { text = '' } = node
    const end = at + text.length
    let kept = ''
    let from = at
    for (let match = matches[next]; match !== undefined && match.start < end; match = matches[next]) {
      if (match.start >= at) kept += text.slice(from - at, match.start - at) + edit.replaceBy
      from = Math.min(match.end, end)
      if (match.end > end) break
      next += 1
    }
    kept += text.slice(from - at)
    if (kept !== '') replaced.push({ ...node, text: kept })
    at = end
  }
  return replaced
}

function replacedIn(node: RichTextNode, edit: Replace): RichTextNode {
  if (node.content === undefined) return node
  const content: RichTextNode[] = []
  let run: RichTextNode[] = []
  const endRun = () => {
    content.push(...replacedRun(run, edit))
    run = []
  }
  for (const child of node.content) {
    if (child.type === 'text') run.push(child)
    else {
      endRun()
      content.push(replacedIn(child, edit))
    }
  }
  endRun()
  return { ...node, content }
}

export const richTextEdits: ValueEdits<RichTextDocument> = {
  append: (value, { text, at }) => {
    const added = richTextFromText(text).content
    const there = value?.content ?? []
    return { type: 'doc', content: at === 'end' ? [...there, ...added] : [...added, ...there] }
  },
  replaceText: (value, edit) => ({ ...value, content: value.content.map((node) => replacedIn(node, edit)) }),
}
