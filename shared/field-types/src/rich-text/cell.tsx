import { Box, Link } from '@mui/material'
import { Fragment, type ReactNode } from 'react'
import { isSafeHref } from '../core/href.ts'
import { useFieldServices } from '../frame/field-services.tsx'
import type { CellProps } from '../frame/field-view.ts'
import { asText } from '../frame/use-typed.ts'
import { useTextLanguage } from '../frame/value-language.tsx'
import type { RichTextDocument, RichTextMark, RichTextNode } from './document.ts'
import { proseStyle } from './prose-style.ts'

/** Drawn node by node: nothing of it ever goes through HTML. */
export function RichTextCell({ value }: CellProps) {
  const language = useTextLanguage()
  return (
    <Box {...language} sx={proseStyle}>
      {childrenOf(value as RichTextDocument)}
    </Box>
  )
}

/** The editor shows here what it could not take, so nothing is what it is promised to be. */
const listed = <Part,>(parts: readonly Part[] | undefined): readonly Part[] =>
  Array.isArray(parts) ? parts.filter((part) => typeof part === 'object' && part !== null) : []

const childrenOf = (node: RichTextNode): ReactNode =>
  // A document that is only read never changes its order.
  listed(node.content).map((child, index) => <Node key={index} node={child} />)

const tags: Readonly<Record<string, 'p' | 'ul' | 'ol' | 'li' | 'blockquote' | 'tr' | 'th' | 'td'>> = {
  paragraph: 'p',
  bulletList: 'ul',
  orderedList: 'ol',
  listItem: 'li',
  blockquote: 'blockquote',
  tableRow: 'tr',
  tableHeader: 'th',
  tableCell: 'td',
}
const headings = ['h3', 'h4', 'h5', 'h6'] as const

const spanOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)

function Node({ node }: { node: RichTextNode }): ReactNode {
  if (node.type === 'text') return <Marked text={asText(node.text)} marks={listed(node.marks)} />
  if (node.type === 'hardBreak') return <br />
  if (node.type === 'horizontalRule') return <hr />
  if (node.type === 'image') return <Box component="em">{asText(node.attrs?.alt)}</Box>
  const children = childrenOf(node)
  if (node.type === 'codeBlock') {
    return (
      <pre>
        <code>{children}</code>
      </pre>
    )
  }
  if (node.type === 'table') {
    return (
      <table>
        <tbody>{children}</tbody>
      </table>
    )
  }
  if (node.type === 'heading') {
    // The page has its own first and second headings; these come below them.
    const Heading = headings[Number(node.attrs?.level) - 1] ?? 'h6'
    return <Heading>{children}</Heading>
  }
  const Tag = Object.hasOwn(tags, node.type) ? tags[node.type] : undefined
  if (Tag === undefined) return children
  const spans = { colSpan: spanOf(node.attrs?.colspan), rowSpan: spanOf(node.attrs?.rowspan) }
  return <Tag {...(Tag === 'td' || Tag === 'th' ? spans : {})}>{children}</Tag>
}

const markTags: Readonly<Record<string, 'strong' | 'em' | 'u' | 's' | 'code' | 'sup' | 'sub'>> = {
  bold: 'strong',
  italic: 'em',
  underline: 'u',
  strike: 's',
  code: 'code',
  superscript: 'sup',
  subscript: 'sub',
}

function Marked({ text, marks }: { text: string; marks: readonly RichTextMark[] }): ReactNode {
  const [mark, ...rest] = marks
  if (mark === undefined) return text
  const inner = <Marked text={text} marks={rest} />
  if (mark.type === 'link') return <RichLink mark={mark}>{inner}</RichLink>
  const Tag = Object.hasOwn(markTags, mark.type) ? markTags[mark.type] : undefined
  return Tag === undefined ? inner : <Tag>{inner}</Tag>
}

function RichLink({ mark, children }: { mark: RichTextMark; children: ReactNode }) {
  const { itemAddress } = useFieldServices()
  const { href, contentItemId } = mark.attrs ?? {}
  if (typeof contentItemId === 'string') return <Link href={itemAddress(contentItemId)}>{children}</Link>
  if (typeof href !== 'string' || !isSafeHref(href)) return <Fragment>{children}</Fragment>
  return (
    <Link href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </Link>
  )
}
