import CodeIcon from '@mui/icons-material/Code'
import BoldIcon from '@mui/icons-material/FormatBold'
import ClearIcon from '@mui/icons-material/FormatClear'
import ItalicIcon from '@mui/icons-material/FormatItalic'
import BulletListIcon from '@mui/icons-material/FormatListBulleted'
import OrderedListIcon from '@mui/icons-material/FormatListNumbered'
import QuoteIcon from '@mui/icons-material/FormatQuote'
import UnderlineIcon from '@mui/icons-material/FormatUnderlined'
import RuleIcon from '@mui/icons-material/HorizontalRule'
import ImageIcon from '@mui/icons-material/ImageOutlined'
import LinkIcon from '@mui/icons-material/Link'
import RedoIcon from '@mui/icons-material/Redo'
import StrikeIcon from '@mui/icons-material/StrikethroughS'
import SubscriptIcon from '@mui/icons-material/Subscript'
import SuperscriptIcon from '@mui/icons-material/Superscript'
import TableIcon from '@mui/icons-material/TableChartOutlined'
import UndoIcon from '@mui/icons-material/Undo'
import { Box, Divider } from '@mui/material'
import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { BlockMenu } from './block-menu.tsx'
import { ImageDialog } from './image-dialog.tsx'
import { LinkDialog } from './link-dialog.tsx'
import { TableMenu } from './table-menu.tsx'
import { ToolButton, useRovingFocus } from './tool-button.tsx'

interface Tool {
  readonly name: string
  readonly icon: ReactNode
  readonly isOn?: (editor: Editor) => boolean
  run(editor: Editor): void
}

const mark = (name: string, icon: ReactNode): Tool => ({
  name,
  icon,
  isOn: (editor) => editor.isActive(name),
  run: (editor) => editor.chain().focus().toggleMark(name).run(),
})

const groups: readonly (readonly Tool[])[] = [
  [
    mark('bold', <BoldIcon />),
    mark('italic', <ItalicIcon />),
    mark('underline', <UnderlineIcon />),
    mark('strike', <StrikeIcon />),
    mark('code', <CodeIcon />),
    mark('superscript', <SuperscriptIcon />),
    mark('subscript', <SubscriptIcon />),
  ],
  [
    {
      name: 'bulletList',
      icon: <BulletListIcon />,
      isOn: (editor) => editor.isActive('bulletList'),
      run: (editor) => editor.chain().focus().toggleBulletList().run(),
    },
    {
      name: 'orderedList',
      icon: <OrderedListIcon />,
      isOn: (editor) => editor.isActive('orderedList'),
      run: (editor) => editor.chain().focus().toggleOrderedList().run(),
    },
    {
      name: 'blockquote',
      icon: <QuoteIcon />,
      isOn: (editor) => editor.isActive('blockquote'),
      run: (editor) => editor.chain().focus().toggleBlockquote().run(),
    },
    {
      name: 'horizontalRule',
      icon: <RuleIcon />,
      run: (editor) => editor.chain().focus().setHorizontalRule().run(),
    },
  ],
]

const closing: readonly Tool[] = [
  {
    name: 'clear',
    icon: <ClearIcon />,
    run: (editor) => editor.chain().focus().unsetAllMarks().clearNodes().run(),
  },
  { name: 'undo', icon: <UndoIcon />, run: (editor) => editor.chain().focus().undo().run() },
  { name: 'redo', icon: <RedoIcon />, run: (editor) => editor.chain().focus().redo().run() },
]

interface ToolbarProps {
  readonly editor: Editor
  readonly isLinking: boolean
  onLinking(isLinking: boolean): void
}

/** One stop for the tab key; arrows go from tool to tool. */
export function RichTextToolbar({ editor, isLinking, onLinking }: ToolbarProps) {
  const { t } = useTranslation()
  const root = useRef<HTMLDivElement>(null)
  const roving = useRovingFocus(root)
  const [isPicking, setPicking] = useState(false)
  const active = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      on: groups
        .flat()
        .filter((tool) => tool.isOn?.(now))
        .map((tool) => tool.name),
      hasLink: now.isActive('link'),
      hasTable: now.isActive('table'),
    }),
  })
  const button = (tool: Tool) => (
    <ToolButton
      key={tool.name}
      label={t(`fieldTypes.richText.${tool.name}`)}
      isOn={tool.isOn === undefined ? undefined : active.on.includes(tool.name)}
      onPress={() => tool.run(editor)}
    >
      {tool.icon}
    </ToolButton>
  )
  return (
    <Box
      ref={root}
      role="toolbar"
      aria-label={t('fieldTypes.richText.toolbar')}
      {...roving}
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 0.25,
        p: 0.5,
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <BlockMenu editor={editor} />
      {groups.map((group, index) => (
        <Box key={index} sx={{ display: 'flex' }}>
          <Divider orientation="vertical" flexItem sx={{ mx: 0.5 }} />
          {group.map(button)}
        </Box>
      ))}
      <Divider orientation="vertical" flexItem sx={{ mx: 0.5 }} />
      <ToolButton label={t('fieldTypes.richText.link')} isOn={active.hasLink} onPress={() => onLinking(true)}>
        <LinkIcon />
      </ToolButton>
      <ToolButton label={t('fieldTypes.richText.image')} onPress={() => setPicking(true)}>
        <ImageIcon />
      </ToolButton>
      <TableMenu editor={editor} isInTable={active.hasTable} icon={<TableIcon />} />
      <Divider orientation="vertical" flexItem sx={{ mx: 0.5 }} />
      {closing.map(button)}
      {isLinking && <LinkDialog editor={editor} onClose={() => onLinking(false)} />}
      {isPicking && <ImageDialog editor={editor} onClose={() => setPicking(false)} />}
    </Box>
  )
}
