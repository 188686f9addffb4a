import { Box, ButtonBase, Checkbox, Skeleton, Typography } from '@mui/material'
import { nameLanguage, usePictureLoader } from '@pim/content-kit'
import type { SearchContentDocument, Variation } from '@pim/contract'
import { Thumbnail } from '@pim/ui'
import { type KeyboardEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { FilePicture } from './file-picture.tsx'
import { FileStatus } from './file-status.tsx'

interface MediaGridProps {
  /** `undefined`: not there yet, and skeletons hold the place of `expectedRows`. */
  rows: readonly SearchContentDocument[] | undefined
  expectedRows: number
  variations: readonly Variation[] | undefined
  currentItemId: string | undefined
  isStale: boolean
  /** Content variations that are ticked; without `onSelect` nothing can be. */
  selected: ReadonlySet<string>
  onSelect: ((selected: ReadonlySet<string>) => void) | undefined
  onOpen: (row: SearchContentDocument) => void
  onPreview: (row: SearchContentDocument) => void
}

const grid = {
  display: 'grid',
  gridTemplateColumns: { xs: 'repeat(auto-fill, minmax(136px, 1fr))', sm: 'repeat(auto-fill, minmax(150px, 1fr))' },
  gap: { xs: 0.5, sm: 2 },
  p: { xs: 1, sm: 2 },
  flexGrow: 1,
  minHeight: 0,
  alignContent: 'start',
}
const tile = { p: 0.75, border: 1, borderColor: 'transparent' }

/** Tiles with the name under: arrow keys go about, Enter opens the details, Space shows the whole picture. */
export function MediaGrid(props: MediaGridProps) {
  const { rows, expectedRows, variations, currentItemId, isStale, selected, onSelect, onOpen, onPreview } = props
  const { t } = useTranslation()
  const list = useRef<HTMLUListElement>(null)
  const picture = usePictureLoader('small')

  const move = (event: KeyboardEvent, row: SearchContentDocument) => {
    const tiles = [...(list.current?.querySelectorAll<HTMLElement>('button') ?? [])]
    const at = tiles.indexOf(event.currentTarget as HTMLElement)
    const top = tiles[0]?.offsetTop
    const columns = Math.max(1, tiles.filter((each) => each.offsetTop === top).length)
    const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns }
    const step = steps[event.key]
    if (event.key === ' ') onPreview(row)
    else if (event.key === 'Home') tiles[0]?.focus()
    else if (event.key === 'End') tiles.at(-1)?.focus()
    else if (step !== undefined) tiles[at + step]?.focus()
    else return
    event.preventDefault()
  }

  if (!rows) {
    return (
      <Box sx={{ ...grid, overflow: 'hidden' }} aria-busy>
        {Array.from({ length: expectedRows }, (_, at) => (
          <Box key={at} sx={tile}>
            <Skeleton variant="rounded" sx={{ aspectRatio: '4 / 3', height: 'auto' }} />
            <Typography variant="body2" sx={{ mt: 0.75 }}>
              <Skeleton width={`${85 - ((at * 17) % 30)}%`} />
            </Typography>
            <Typography variant="caption" component="div">
              <Skeleton width="45%" />
            </Typography>
          </Box>
        ))}
      </Box>
    )
  }
  return (
    <Box
      ref={list}
      component="ul"
      aria-label={t('media.list.title')}
      sx={{
        ...grid,
        m: 0,
        listStyle: 'none',
        overflow: 'auto',
        opacity: isStale ? 0.6 : 1,
      }}
    >
      {rows.map((row) => (
        <Box component="li" key={row.contentVariationId} sx={{ minWidth: 0, position: 'relative' }}>
          <ButtonBase
            data-row
            onClick={() => onOpen(row)}
            onDoubleClick={() => onPreview(row)}
            onKeyDown={(event) => move(event, row)}
            aria-current={row.contentItemId === currentItemId ? 'true' : undefined}
            sx={{
              display: 'block',
              width: '100%',
              textAlign: 'left',
              borderRadius: 1,
              ...tile,
              borderColor: row.contentItemId === currentItemId ? 'primary.main' : 'transparent',
              '&:hover': { bgcolor: 'action.hover' },
            }}
          >
            <Box sx={{ aspectRatio: '4 / 3', '& > span': { width: '100% !important', height: '100% !important' } }}>
              <Thumbnail
                load={picture(row)}
                alt=""
                size="100%"
                fit="contain"
                fallback={(reason) => <FilePicture row={row} reason={reason} />}
              />
            </Box>
            <Typography variant="body2" noWrap sx={{ mt: 0.75, fontWeight: 600 }} title={row.itemName ?? row.name}>
              <bdi {...nameLanguage(row, variations).attributes}>{row.name}</bdi>
            </Typography>
            <Typography variant="caption" color="textSecondary" component="div">
              <FileStatus row={row} />
            </Typography>
          </ButtonBase>
          {onSelect && (
            <Checkbox
              size="small"
              checked={selected.has(row.contentVariationId)}
              onChange={() => onSelect(selected.symmetricDifference(new Set([row.contentVariationId])))}
              slotProps={{ input: { 'aria-label': t('media.bulk.select', { name: row.name }) } }}
              sx={{
                position: 'absolute',
                top: 10,
                left: 10,
                p: 0.25,
                borderRadius: 0.5,
                bgcolor: 'background.paper',
                '@media print': { display: 'none' },
                // Above the picture, so that it is seen on a light one and on a dark one.
                '&:hover': { bgcolor: 'background.paper' },
              }}
            />
          )}
        </Box>
      ))}
    </Box>
  )
}
