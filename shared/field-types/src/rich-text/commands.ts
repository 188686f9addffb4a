import type { Editor } from '@tiptap/core'
import type { Command } from '@tiptap/pm/state'
import { addColumnAfter, addRowAfter, deleteColumn, deleteRow, deleteTable, toggleHeaderRow } from '@tiptap/pm/tables'

const run =
  (command: Command) =>
  (editor: Editor): boolean =>
    editor
      .chain()
      .focus()
      .command(({ state, dispatch }) => command(state, dispatch))
      .run()

const row = (type: 'tableHeader' | 'tableCell') => ({
  type: 'tableRow',
  content: Array.from({ length: 3 }, () => ({ type, content: [{ type: 'paragraph' }] })),
})

/** The cursor goes where one would begin to write: the first cell of the table that has just come. */
const intoFirstCell = (editor: Editor): void => {
  const { doc, selection } = editor.state
  let cell: number | null = null
  doc.nodesBetween(0, selection.to, (node, position) => {
    if (node.type.name === 'table') cell = position + 1
  })
  if (cell !== null) editor.commands.setTextSelection(cell + 3)
}

const insertTable = (editor: Editor): boolean => {
  const content = [row('tableHeader'), row('tableCell'), row('tableCell')]
  const isInserted = editor.chain().focus().insertContent({ type: 'table', content }).run()
  if (isInserted) intoFirstCell(editor)
  return isInserted
}

export const tableCommands = {
  insert: insertTable,
  addRow: run(addRowAfter),
  addColumn: run(addColumnAfter),
  deleteRow: run(deleteRow),
  deleteColumn: run(deleteColumn),
  toggleHeaderRow: run(toggleHeaderRow),
  deleteTable: run(deleteTable),
} as const

export type LinkTarget = { readonly href: string } | { readonly contentItemId: string }

/** Over the selection; where there is none, over the link that the cursor is in, or as new words. */
export const setLink = (editor: Editor, target: LinkTarget, words: string): void => {
  const attrs = { href: null, contentItemId: null, ...target }
  const chain = editor.chain().focus().extendMarkRange('link')
  if (editor.state.selection.empty && !editor.isActive('link'))
    chain.insertContent({ type: 'text', text: words, marks: [{ type: 'link', attrs }] }).run()
  else chain.setMark('link', attrs).run()
}

export const removeLink = (editor: Editor): void => {
  editor.chain().focus().extendMarkRange('link').unsetMark('link').run()
}

export const insertImage = (editor: Editor, mediaItemId: string, alt: string): void => {
  editor.chain().focus().insertContent({ type: 'image', attrs: { mediaItemId, alt } }).run()
}
