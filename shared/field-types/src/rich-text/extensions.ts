import { type AnyExtension, Extension, Mark, mergeAttributes, Node } from '@tiptap/core'
import type { Command } from '@tiptap/pm/state'
import { addRowAfter, goToNextCell, tableEditing } from '@tiptap/pm/tables'
import { StarterKit } from '@tiptap/starter-kit'
import { isSafeHref } from '../core/href.ts'

/*
 * The editor's idea of a document, name for name the rules of `document.ts`. What comes in by pasting is read by the
 * same rules: an address that may not be linked to is no link here either.
 */

const attributeOf = (name: string, data: string) => ({
  default: null,
  parseHTML: (element: HTMLElement) => element.getAttribute(data),
  renderHTML: (attributes: Record<string, unknown>) => (attributes[name] === null ? {} : { [data]: attributes[name] }),
})

const Link = Mark.create({
  name: 'link',
  // A link does not go on when one types after it.
  inclusive: false,
  addAttributes: () => ({
    href: attributeOf('href', 'href'),
    contentItemId: attributeOf('contentItemId', 'data-content-item-id'),
  }),
  parseHTML: () => [
    { tag: 'a[data-content-item-id]' },
    { tag: 'a[href]', getAttrs: (element) => (isSafeHref(element.getAttribute('href') ?? '') ? null : false) },
  ],
  renderHTML: ({ HTMLAttributes }) => ['a', mergeAttributes(HTMLAttributes, { rel: 'noopener noreferrer' }), 0],
})

const scriptMark = (name: string, tag: string, other: string, key: string) =>
  Mark.create({
    name,
    excludes: other,
    parseHTML: () => [{ tag }],
    renderHTML: () => [tag, 0],
    addKeyboardShortcuts() {
      return { [key]: () => this.editor.commands.toggleMark(name) }
    },
  })

const Superscript = scriptMark('superscript', 'sup', 'superscript subscript', 'Mod-.')
const Subscript = scriptMark('subscript', 'sub', 'superscript subscript', 'Mod-,')

const Table = Node.create({
  name: 'table',
  group: 'block',
  content: 'tableRow+',
  isolating: true,
  parseHTML: () => [{ tag: 'table' }],
  renderHTML: () => ['table', ['tbody', 0]],
  addProseMirrorPlugins: () => [tableEditing()],
  addKeyboardShortcuts() {
    const run = (command: Command) => this.editor.commands.command(({ state, dispatch }) => command(state, dispatch))
    return {
      // From the last cell on, a new row; outside of a table the key leaves the text, as it does everywhere.
      Tab: () => run(goToNextCell(1)) || (run(addRowAfter) && run(goToNextCell(1))),
      'Shift-Tab': () => run(goToNextCell(-1)),
    }
  },
})

const TableRow = Node.create({
  name: 'tableRow',
  content: '(tableCell | tableHeader)+',
  parseHTML: () => [{ tag: 'tr' }],
  renderHTML: () => ['tr', 0],
})

const span = (name: string) => ({
  default: 1,
  parseHTML: (element: HTMLElement) => Math.min(100, Math.max(1, Number(element.getAttribute(name)) || 1)),
})

const cell = (name: string, tag: string) =>
  Node.create({
    name,
    content: 'block+',
    isolating: true,
    addAttributes: () => ({
      colspan: span('colspan'),
      rowspan: span('rowspan'),
      // Columns are as wide as they need to be; the library asks for the attribute all the same.
      colwidth: { default: null, rendered: false, parseHTML: () => null },
    }),
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
  })

const tableRoles: Readonly<Record<string, string>> = {
  table: 'table',
  tableRow: 'row',
  tableCell: 'cell',
  tableHeader: 'header_cell',
}

/** How the table commands know which node is what. */
const TableRoles = Extension.create({
  name: 'tableRoles',
  extendNodeSchema: (extension) => {
    const tableRole = tableRoles[extension.name]
    return tableRole === undefined ? {} : { tableRole }
  },
})

export const Image = Node.create({
  name: 'image',
  group: 'block',
  draggable: true,
  addAttributes: () => ({
    mediaItemId: attributeOf('mediaItemId', 'data-media-item-id'),
    alt: attributeOf('alt', 'alt'),
  }),
  parseHTML: () => [{ tag: 'img[data-media-item-id]' }],
  renderHTML: ({ HTMLAttributes }) => ['img', HTMLAttributes],
})

/** `image` is handed in, since how it is drawn while writing is a matter of the screen. */
export const extensionsWith = (image: AnyExtension): AnyExtension[] => [
  StarterKit.configure({
    heading: { levels: [1, 2, 3, 4] },
    link: false,
    // It would change the text of someone who only looked at it.
    trailingNode: false,
    dropcursor: { color: 'currentColor' },
  }),
  Link,
  Superscript,
  Subscript,
  Table,
  TableRow,
  cell('tableCell', 'td'),
  cell('tableHeader', 'th'),
  TableRoles,
  image,
]
