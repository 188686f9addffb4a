import {
  Box,
  Skeleton,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  Link as TextLink,
  Typography,
} from '@mui/material'
import { usePictureLoader, variationCode } from '@pim/content-kit'
import type { ContentType, SearchContentDocument, Variation } from '@pim/contract'
import { inLanguage } from '@pim/contract/core/language.ts'
import { languageAttributes } from '@pim/contract/core/text-direction.ts'
import { useUnsavedWork } from '@pim/shell'
import { Thumbnail, visuallyHidden } from '@pim/ui'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FilePicture } from '../file-picture.tsx'
import { altTextField } from './alt-text.ts'
import { TextInput } from './text-input.tsx'
import { useItemTexts } from './use-item-texts.ts'

interface TextsTableProps {
  /** `undefined`: not there yet. */
  rows: readonly SearchContentDocument[] | undefined
  types: readonly ContentType[]
  variations: readonly Variation[]
  expectedRows: number
  /** Shown where there are no rows. */
  empty: ReactNode
  onOpen: (row: SearchContentDocument) => void
}

/** Which file a text is of is seen, however far the languages are scrolled. */
const pinned = { position: 'sticky', insetInlineStart: 0, zIndex: 1, bgcolor: 'background.paper' } as const

export type TypedTexts = Readonly<Record<string, string>>

/** The alternative texts of many files, a column for each language. Keys go about in it as in a spreadsheet. */
export function TextsTable({ rows, types, variations, expectedRows, empty, onOpen }: TextsTableProps) {
  const { t } = useTranslation()
  const shown = useHeldRows(rows)
  const table = useRef<HTMLTableElement>(null)
  const { found, keep, discard } = useUnsavedWork<TypedTexts>('media-texts', t('media.texts.title'))
  const typed = useRef<TypedTexts>(found ?? {})
  const note = (contentVariationId: string, text: string | undefined) => {
    const { [contentVariationId]: _before, ...others } = typed.current
    typed.current = text === undefined ? others : { ...others, [contentVariationId]: text }
    if (Object.keys(typed.current).length > 0) keep(typed.current)
    else discard()
  }
  const go = (event: KeyboardEvent<HTMLInputElement>) => goByKey(event, table.current)
  if (shown?.length === 0) return <Box sx={{ flexGrow: 1 }}>{empty}</Box>
  return (
    <Box sx={{ overflow: 'auto', flexGrow: 1, minHeight: 0 }} aria-busy={shown === undefined}>
      <Table
        ref={table}
        stickyHeader
        size="small"
        aria-label={t('media.texts.title')}
        sx={{ width: 'max-content', minWidth: '100%' }}
      >
        <TableHead>
          <TableRow>
            <TableCell sx={{ ...pinned, width: 72, zIndex: 3 }}>
              <span style={visuallyHidden}>{t('media.list.picture')}</span>
            </TableCell>
            <TableCell sx={{ width: { xs: 96, sm: 200 } }}>{t('media.list.name')}</TableCell>
            {variations.map((variation) => (
              <TableCell
                key={variation.variationId}
                title={variation.friendlyName}
                sx={{ minWidth: { xs: 180, sm: 240 } }}
              >
                {variationCode(variation)}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {shown === undefined
            ? Array.from({ length: expectedRows }, (_, at) => <SkeletonRow key={at} columns={variations.length} />)
            : shown.map((row) => (
                <TextsRow
                  key={row.contentItemId}
                  row={row}
                  type={types.find(({ technicalName }) => technicalName === row.technicalContentTypeName)}
                  variations={variations}
                  typed={typed.current}
                  onType={note}
                  onKey={go}
                  onOpen={() => onOpen(row)}
                />
              ))}
        </TableBody>
      </Table>
    </Box>
  )
}

/** Rows stay while one writes: with its text, a file is no more among those that lack one. New ones come below. */
function useHeldRows(rows: readonly SearchContentDocument[] | undefined) {
  const [held, setHeld] = useState(rows)
  if (rows === undefined) return held
  const known = new Set(held?.map(({ contentItemId }) => contentItemId))
  const added = rows.filter(({ contentItemId }) => !known.has(contentItemId))
  if (held !== undefined && added.length === 0) return held
  const next = [...(held ?? []), ...added]
  setHeld(next)
  return next
}

interface TextsRowProps {
  row: SearchContentDocument
  type: ContentType | undefined
  variations: readonly Variation[]
  typed: TypedTexts
  onType: (contentVariationId: string, text: string | undefined) => void
  onKey: (event: KeyboardEvent<HTMLInputElement>) => void
  onOpen: () => void
}

function TextsRow({ row, type, variations, typed, onType, onKey, onOpen }: TextsRowProps) {
  const { t, i18n } = useTranslation()
  const picture = usePictureLoader('thumbnail')
  const field = type && altTextField(type)
  const texts = useItemTexts(field && !row.isDeleted ? row.contentItemId : undefined, field?.technicalName ?? '')
  const places = field?.localizable === false ? variations.filter(({ isDefault }) => isDefault) : variations
  return (
    <TableRow data-texts={row.contentItemId}>
      <TableCell sx={{ ...pinned, py: 0.5 }}>
        <Thumbnail
          load={picture(row)}
          alt=""
          size={56}
          fit="contain"
          fallback={(reason) => <FilePicture row={row} reason={reason} isSmall />}
        />
      </TableCell>
      <TableCell component="th" scope="row" sx={{ py: 0.5, maxWidth: { xs: 96, sm: 240 } }}>
        <TextLink
          component="button"
          type="button"
          variant="body2"
          color="inherit"
          tabIndex={-1}
          onClick={onOpen}
          sx={{ textAlign: 'start', overflowWrap: 'anywhere', fontWeight: 600 }}
        >
          <bdi>{row.itemName ?? row.name}</bdi>
        </TextLink>
        <Typography variant="caption" color="textSecondary" component="div">
          {inLanguage(type?.friendlyName, i18n.language, row.technicalContentTypeName)}
        </Typography>
      </TableCell>
      {!field || row.isDeleted ? (
        <TableCell colSpan={variations.length} sx={{ color: 'text.secondary' }}>
          {t(row.isDeleted ? 'media.texts.deleted' : 'media.texts.none')}
        </TableCell>
      ) : texts.state === 'failed' ? (
        <TableCell colSpan={variations.length}>
          <Typography variant="body2" color="error" component="span">
            {t('media.texts.failed')}
          </Typography>{' '}
          <TextLink component="button" type="button" variant="body2" onClick={texts.retry}>
            {t('media.texts.retry')}
          </TextLink>
        </TableCell>
      ) : (
        places.map((variation) => {
          const cell = texts.cells?.get(variation.variationId)
          return (
            <TableCell key={variation.variationId} sx={{ p: 0.5 }} {...languageAttributes(variation.languageCode)}>
              {texts.state === 'loading' ? (
                <Skeleton height={36} />
              ) : (
                cell && (
                  <TextInput
                    label={t('media.texts.of', { name: row.itemName ?? row.name, variation: variation.friendlyName })}
                    field={field}
                    cell={cell}
                    hasFallback={variation.fallbackVariationId !== null}
                    typed={typed[cell.variation.contentVariationId]}
                    onType={onType}
                    onRead={texts.take}
                    onKey={onKey}
                  />
                )
              )}
            </TableCell>
          )
        })
      )}
    </TableRow>
  )
}

function SkeletonRow({ columns }: { columns: number }) {
  return (
    <TableRow>
      <TableCell sx={{ py: 0.5 }}>
        <Skeleton variant="rounded" width={56} height={56} />
      </TableCell>
      {Array.from({ length: columns + 1 }, (_, at) => (
        <TableCell key={at}>
          <Skeleton />
        </TableCell>
      ))}
    </TableRow>
  )
}

/** Up, down and Enter stay in the column; left and right leave a text at its end, or where all of it is selected. */
function goByKey(event: KeyboardEvent<HTMLInputElement>, table: HTMLTableElement | null): void {
  const { key, shiftKey, currentTarget: input } = event
  if (event.nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey) return
  const { selectionStart, selectionEnd, value } = input
  const isAll = selectionStart === 0 && selectionEnd === value.length
  const isRightToLeft = getComputedStyle(input).direction === 'rtl'
  const before = isRightToLeft ? 'ArrowRight' : 'ArrowLeft'
  const after = isRightToLeft ? 'ArrowLeft' : 'ArrowRight'
  const rows = [...(table?.querySelectorAll('tbody tr') ?? [])].map((row) => [...row.querySelectorAll('input')])
  const row = rows.findIndex((each) => each.includes(input))
  const column = rows[row]?.indexOf(input) ?? -1
  const inColumn = (step: 1 | -1): HTMLInputElement | undefined => {
    for (let at = row + step; at >= 0 && at < rows.length; at += step) {
      const found = rows[at]?.[column] ?? rows[at]?.at(-1)
      if (found) return found
    }
    return undefined
  }
  let target: HTMLInputElement | undefined
  if (key === 'ArrowDown' || (key === 'Enter' && !shiftKey)) target = inColumn(1)
  else if (key === 'ArrowUp' || (key === 'Enter' && shiftKey)) target = inColumn(-1)
  else if (key === before && !shiftKey && (isAll || selectionEnd === 0)) target = rows[row]?.[column - 1]
  else if (key === after && !shiftKey && (isAll || selectionStart === value.length)) target = rows[row]?.[column + 1]
  else return
  event.preventDefault()
  target?.focus()
  target?.select()
}
