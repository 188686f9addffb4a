import { Box, ButtonBase, Skeleton, Typography } from '@mui/material'
import type { SearchContentDocument } from '@pim/contract'
import { StatusDot, statusLookOf, Thumbnail } from '@pim/ui'
import { type KeyboardEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { FilePicture } from './file-picture.tsx'
import { usePictureLoader } from './media-list.api.ts'

interface MediaGridProps {
  rows: readonly SearchContentDocument[] | undefined
  currentItemId: string | undefined
  isStale: boolean
  onOpen: (row: SearchContentDocument) => void
  onPreview: (row: SearchContentDocument) => void
}

const tile = { display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(150px, 1fr))', gap: 2, p: 2 }

/** Tiles with the name under: arrow keys go about, Enter opens the details, Space shows the whole picture. */
export function MediaGrid({ rows, currentItemId, isStale, onOpen, onPreview }: MediaGridProps) {
  const { t } = useTranslation()
  const grid = useRef<HTMLUListElement>(null)
  const picture = usePictureLoader('small')

  const move = (event: KeyboardEvent, row: SearchContentDocument) => {
    const tiles = [...(grid.current?.querySelectorAll<HTMLElement>('button') ?? [])]
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
      <Box sx={tile} aria-busy>
        {Array.from({ length: 24 }, (_, at) => (
          <Box key={at}>
            <Skeleton variant="rounded" sx={{ aspectRatio: '4 / 3', height: 'auto' }} />
            <Skeleton width="70%" />
          </Box>
        ))}
      </Box>
    )
  }
  return (
    <Box
      ref={grid}
      component="ul"
      aria-label={t('media.list.title')}
      sx={{
        ...tile,
        m: 0,
        listStyle: 'none',
        overflow: 'auto',
        flexGrow: 1,
        alignContent: 'start',
        opacity: isStale ? 0.6 : 1,
      }}
    >
      {rows.map((row) => (
        <Box component="li" key={row.contentVariationId} sx={{ minWidth: 0 }}>
          <ButtonBase
            onClick={() => onOpen(row)}
            onDoubleClick={() => onPreview(row)}
            onKeyDown={(event) => move(event, row)}
            aria-current={row.contentItemId === currentItemId ? 'true' : undefined}
            sx={{
              display: 'block',
              width: '100%',
              textAlign: 'left',
              borderRadius: 1,
              p: 0.75,
              border: 1,
              borderColor: row.contentItemId === currentItemId ? 'primary.main' : 'transparent',
              '&:hover': { bgcolor: 'action.hover' },
            }}
          >
            <Box sx={{ aspectRatio: '4 / 3', '& > span': { width: '100% !important', height: '100% !important' } }}>
              <Thumbnail load={picture(row)} alt="" size="100%" fit="contain" fallback={<FilePicture row={row} />} />
            </Box>
            <Typography variant="body2" noWrap sx={{ mt: 0.75, fontWeight: 600 }} title={row.name}>
              {row.name}
            </Typography>
            <Typography variant="caption" color="textSecondary" component="div">
              <StatusDot status={statusLookOf(row)} />
            </Typography>
          </ButtonBase>
        </Box>
      ))}
    </Box>
  )
}
