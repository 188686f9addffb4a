import { Box } from '@mui/material'
import { EditorContent, useEditor } from '@tiptap/react'
import { useEffect, useRef, useState } from 'react'
import type { EditorProps } from '../frame/field-view.ts'
import { isBlankDocument, type RichTextDocument } from './document.ts'
import { extensionsWith } from './extensions.ts'
import { ImageExtension } from './image-node.tsx'
import { normaliseDocument } from './normalise-document.ts'
import { proseStyle } from './prose-style.ts'
import { RichTextToolbar } from './toolbar.tsx'

interface SurfaceProps extends EditorProps {
  readonly document: RichTextDocument | null
}

const extensions = extensionsWith(ImageExtension)
const blank: RichTextDocument = { type: 'doc', content: [{ type: 'paragraph' }] }

/** What was handed out and has not come back as the value yet, after what came back last. */
interface Sent {
  readonly values: readonly unknown[]
  /** The latest of them, in writing. */
  readonly last: string
}

const written = (document: RichTextDocument | null): string => JSON.stringify(document ?? blank)

/** The page to write on. It holds the text itself while one writes and hands it out as it changes. */
export function RichTextSurface(props: SurfaceProps) {
  const { id, labelId, describedBy, isInvalid, isReadOnly, value, document, onChange } = props
  const [isLinking, setLinking] = useState(false)
  const tell = useRef(onChange)
  useEffect(() => {
    tell.current = onChange
  }, [onChange])
  const sent = useRef<Sent>({ values: [value], last: written(document) })
  const editor = useEditor({
    extensions,
    content: document ?? blank,
    editable: !isReadOnly,
    // The browser policy refuses styles without a nonce; what the library would inject stands in the style below.
    injectCSS: false,
    immediatelyRender: true,
    shouldRerenderOnTransaction: false,
    onUpdate: ({ editor: now }) => {
      const next = normaliseDocument(now.getJSON()) as RichTextDocument
      const typed = isBlankDocument(next) ? null : next
      sent.current = { values: [...sent.current.values, typed], last: written(typed) }
      tell.current(typed)
    },
  })

  useEffect(() => {
    const { values, last } = sent.current
    const at = values.lastIndexOf(value)
    // Our own words come back, and while one types fast not even the latest: the page is ahead of them.
    if (at !== -1) {
      sent.current = { values: values.slice(at), last }
      return
    }
    const given = written(document)
    sent.current = { values: [value], last: given }
    if (given !== last) editor.commands.setContent(document ?? blank, { emitUpdate: false })
  }, [editor, value, document])

  useEffect(() => {
    editor.setEditable(!isReadOnly, false)
  }, [editor, isReadOnly])

  useEffect(() => {
    const attributes = {
      id,
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-labelledby': labelId,
      'aria-readonly': String(isReadOnly),
      'aria-invalid': String(isInvalid),
      ...(describedBy === undefined ? {} : { 'aria-describedby': describedBy }),
    }
    editor.setOptions({
      editorProps: {
        attributes,
        handleKeyDown: (_, event) => {
          if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return false
          // Elsewhere this key opens the search of the whole product.
          event.preventDefault()
          event.stopPropagation()
          setLinking(true)
          return true
        },
      },
    })
  }, [editor, id, labelId, describedBy, isInvalid, isReadOnly])

  return (
    <Box
      sx={{
        border: 1,
        borderRadius: 1,
        borderColor: isInvalid ? 'error.main' : 'grey.400',
        bgcolor: 'background.paper',
        '&:focus-within': { borderColor: isInvalid ? 'error.main' : 'primary.main' },
      }}
    >
      {!isReadOnly && <RichTextToolbar editor={editor} isLinking={isLinking} onLinking={setLinking} />}
      <Box
        component={EditorContent}
        editor={editor}
        sx={{
          px: 1.75,
          py: 1,
          maxHeight: '60vh',
          overflow: 'auto',
          '& .ProseMirror': {
            ...proseStyle,
            minHeight: '6lh',
            outline: 'none',
            whiteSpace: 'pre-wrap',
            position: 'relative',
          },
          '& .ProseMirror-selectednode': { outline: '2px solid', outlineColor: 'primary.main' },
          '& .selectedCell': { bgcolor: 'action.selected' },
          '& .ProseMirror-gapcursor:after': { content: '""', display: 'block', width: 20, borderTop: '1px solid' },
          '& .ProseMirror-hideselection *::selection': { background: 'transparent' },
        }}
      />
    </Box>
  )
}
