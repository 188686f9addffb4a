import { Menu, MenuItem } from '@mui/material'
import type { Editor } from '@tiptap/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { tableCommands } from './commands.ts'
import { ToolButton } from './tool-button.tsx'

interface TableMenuProps {
  readonly editor: Editor
  readonly isInTable: boolean
  readonly icon: ReactNode
}

const inTable = ['addRow', 'addColumn', 'deleteRow', 'deleteColumn', 'toggleHeaderRow', 'deleteTable'] as const

export function TableMenu({ editor, isInTable, icon }: TableMenuProps) {
  const { t } = useTranslation()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  if (!isInTable) {
    return (
      <ToolButton label={t('fieldTypes.richText.insertTable')} onPress={() => tableCommands.insert(editor)}>
        {icon}
      </ToolButton>
    )
  }
  return (
    <>
      <ToolButton label={t('fieldTypes.richText.table')} hasMenu isOn onPress={setAnchor}>
        {icon}
      </ToolButton>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        slotProps={{ list: { 'aria-label': t('fieldTypes.richText.table'), dense: true } }}
      >
        {inTable.map((command) => (
          <MenuItem
            key={command}
            onClick={() => {
              setAnchor(null)
              tableCommands[command](editor)
            }}
          >
            {t(`fieldTypes.richText.${command}`)}
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
