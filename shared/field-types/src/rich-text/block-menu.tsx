import ArrowDropDownIcon from '@mui/icons-material/ArrowDropDown'
import { Button, Menu, MenuItem } from '@mui/material'
import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'

const blocks = ['paragraph', 'heading1', 'heading2', 'heading3', 'heading4', 'codeBlock'] as const
type Block = (typeof blocks)[number]

const levels = { heading1: 1, heading2: 2, heading3: 3, heading4: 4 } as const

const blockOf = (editor: Editor): Block => {
  if (editor.isActive('codeBlock')) return 'codeBlock'
  const heading = (Object.keys(levels) as (keyof typeof levels)[]).find((name) =>
    editor.isActive('heading', { level: levels[name] }),
  )
  return heading ?? 'paragraph'
}

const turnInto = (editor: Editor, block: Block): void => {
  const chain = editor.chain().focus()
  if (block === 'paragraph') chain.setParagraph().run()
  else if (block === 'codeBlock') chain.setCodeBlock().run()
  else chain.setHeading({ level: levels[block] }).run()
}

/** What the paragraph is that the cursor is in. */
export function BlockMenu({ editor }: { editor: Editor }) {
  const { t } = useTranslation()
  const id = useId()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const current = useEditorState({ editor, selector: ({ editor: now }) => blockOf(now) })
  return (
    <>
      <Button
        id={id}
        size="small"
        data-tool
        color="inherit"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-label={t('fieldTypes.richText.blockIs', { block: t(`fieldTypes.richText.${current}`) })}
        endIcon={<ArrowDropDownIcon />}
        onMouseDown={(event) => event.preventDefault()}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ height: 30, minWidth: 124, justifyContent: 'space-between', fontWeight: 500 }}
      >
        {t(`fieldTypes.richText.${current}`)}
      </Button>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        slotProps={{ list: { 'aria-labelledby': id, dense: true } }}
      >
        {blocks.map((block) => (
          <MenuItem
            key={block}
            selected={block === current}
            onClick={() => {
              setAnchor(null)
              turnInto(editor, block)
            }}
          >
            {t(`fieldTypes.richText.${block}`)}
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
