/* What the elements of HTML come to in a document. An element that is not here is passed over, its text is not. */

export const headings: Readonly<Record<string, number>> = { h1: 1, h2: 2, h3: 3, h4: 4, h5: 4, h6: 4 }
export const lists: Readonly<Record<string, string>> = {
  ul: 'bulletList',
  menu: 'bulletList',
  dir: 'bulletList',
  ol: 'orderedList',
}
export const cells: Readonly<Record<string, string>> = { td: 'tableCell', th: 'tableHeader' }

/** They begin and end a paragraph and are nothing more to us. */
export const sections = new Set(
  `p div section article aside header footer main nav address center figure figcaption form fieldset legend caption
details summary dl dt dd body html head title option hgroup dialog search`.split(/\s+/),
)

export const markNames: Readonly<Record<string, string>> = {
  b: 'bold',
  strong: 'bold',
  i: 'italic',
  em: 'italic',
  cite: 'italic',
  dfn: 'italic',
  var: 'italic',
  u: 'underline',
  ins: 'underline',
  s: 'strike',
  strike: 'strike',
  del: 'strike',
  code: 'code',
  kbd: 'code',
  samp: 'code',
  tt: 'code',
  sup: 'superscript',
  sub: 'subscript',
}

/** They say nothing by themselves: without them, nothing is lost. */
const silent = new Set(`span thead tbody tfoot colgroup col wbr nobr bdi google-sheets-html-origin`.split(' '))

const others = new Set(`a br img hr pre textarea li blockquote table tr`.split(' '))

/** Whether something of the element is in the document, or it says nothing by itself. */
export const isKept = (name: string): boolean =>
  [headings, lists, cells, markNames].some((table) => Object.hasOwn(table, name)) ||
  [sections, silent, others].some((set) => set.has(name))

/** `rel` of a link is written anew for each. An image is kept or left out as a whole. */
const readAttributes: Readonly<Record<string, readonly string[]>> = {
  a: ['href', 'rel', 'data-content-item-id'],
  ol: ['start'],
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan'],
}

export const isRead = (name: string, attribute: string): boolean =>
  name === 'img' || get(readAttributes, name)?.includes(attribute) === true

export const get = <Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined
