import { type Editor, useEditor } from '@tiptap/react'
import { useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import { isBlankDocument, type RichTextDocument } from './document.ts'
import { extensionsWith } from './extensions.ts'
import { ImageExtension } from './image-node.tsx'
import { normaliseDocument } from './normalise-document.ts'

const extensions = extensionsWith(ImageExtension)
const blank: RichTextDocument = { type: 'doc', content: [{ type: 'paragraph' }] }

/** What was handed out and has not come back as the value yet, after what came back last. */
interface Sent {
  readonly values: readonly unknown[]
  readonly last: RichTextDocument | null
}

const isSame = (a: RichTextDocument | null, b: RichTextDocument | null): boolean =>
  JSON.stringify(a ?? blank) === JSON.stringify(b ?? blank)

/** From this size on a text is handed out when typing pauses: writing all of it down at every key would be felt. */
const large = 20_000
const pause = 250

interface Page {
  readonly value: unknown
  /** The value as a document. */
  readonly document: RichTextDocument | null
  readonly isReadOnly: boolean
  onChange(document: RichTextDocument | null): void
}

/** Holds the text while one writes, and hands it out as it changes. `handOut`: now, if there is anything left to. */
export function usePage({ value, document, isReadOnly, onChange }: Page): { editor: Editor; handOut: () => void } {
  const tell = useRef(onChange)
  useLayoutEffect(() => {
    tell.current = onChange
  }, [onChange])
  const sent = useRef<Sent>({ values: [value], last: document })
  const waiting = useRef<{ timer: ReturnType<typeof setTimeout>; editor: Editor } | null>(null)

  const handOut = useCallback(() => {
    if (waiting.current === null) return
    const { timer, editor } = waiting.current
    clearTimeout(timer)
    waiting.current = null
    const next = normaliseDocument(editor.getJSON()) as RichTextDocument
    const typed = isBlankDocument(next) ? null : next
    sent.current = { values: [...sent.current.values, typed], last: typed }
    tell.current(typed)
  }, [])

  const editor = useEditor({
    extensions,
    content: document ?? blank,
    editable: !isReadOnly,
    // The browser policy refuses styles without a nonce; what the library would inject stands in the surface's style.
    injectCSS: false,
    immediatelyRender: true,
    shouldRerenderOnTransaction: false,
    onUpdate: ({ editor: now }) => {
      if (waiting.current !== null) clearTimeout(waiting.current.timer)
      waiting.current = { editor: now, timer: setTimeout(handOut, pause) }
      if (now.state.doc.content.size < large) handOut()
    },
    onBlur: handOut,
  })

  // Nothing waits for a page that is being closed.
  useEffect(() => handOut, [handOut])

  useEffect(() => {
    // Whoever is writing is ahead of whatever comes in now.
    if (waiting.current !== null) return handOut()
    const { values, last } = sent.current
    const at = values.lastIndexOf(value)
    // Our own words come back, and while one types fast not even the latest.
    if (at !== -1) {
      sent.current = { values: values.slice(at), last }
      return
    }
    sent.current = { values: [value], last: document }
    if (!isSame(document, last)) editor.commands.setContent(document ?? blank, { emitUpdate: false })
  }, [editor, value, document, handOut])

  useEffect(() => {
    editor.setEditable(!isReadOnly, false)
  }, [editor, isReadOnly])

  return { editor, handOut }
}
