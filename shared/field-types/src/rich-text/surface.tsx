import { Box } from '@mui/material'
import { EditorContent } from '@tiptap/react'
import { useEffect, useState } from 'react'
import type { EditorProps } from '../frame/field-view.ts'
import { useTextLanguage } from '../frame/value-language.tsx'
import type { RichTextDocument } from './document.ts'
import { richTextFromHtml } from './from-html.ts'
import { proseStyle } from './prose-style.ts'
import { richTextToHtml } from './to-html.ts'
import { RichTextToolbar } from './toolbar.tsx'
import { usePage } from './use-page.ts'

interface SurfaceProps extends EditorProps {
  readonly document: RichTextDocument | null
}

/** The page to write on. */
export function RichTextSurface(props: SurfaceProps) {
  const { id, labelId, describedBy, isInvalid, isReadOnly } = props
  const [isLinking, setLinking] = useState(false)
  const { editor, handOut } = usePage(props)
  const { lang = '', dir } = useTextLanguage()

  useEffect(() => {
    const attributes = {
      id,
      role: 'textbox',
      dir,
      ...(lang === '' ? {} : { lang }),
      'aria-multiline': 'true',
      'aria-labelledby': labelId,
      'aria-readonly': String(isReadOnly),
      'aria-invalid': String(isInvalid),
      ...(describedBy === undefined ? {} : { 'aria-describedby': describedBy }),
    }
    editor.setOptions({
      editorProps: {
        attributes,
        // One reader for what is pasted and what is imported; what comes from a page of ours is as it is.
        transformPastedHTML: (html) => (html.includes('data-pm-slice') ? html : richTextToHtml(richTextFromHtml(html))),
        handleKeyDown: (_, event) => {
          // A key that may mean save or publish finds everything that was typed before it.
          if (event.ctrlKey || event.metaKey) handOut()
          if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return false
          // Elsewhere this key opens the search of the whole product.
          event.preventDefault()
          event.stopPropagation()
          setLinking(true)
          return true
        },
      },
    })
  }, [editor, handOut, id, labelId, describedBy, isInvalid, isReadOnly, lang, dir])

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
