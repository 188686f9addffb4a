import { Box, Skeleton, Typography } from '@mui/material'
import { MatchLine, NameOrigin, nameLanguage, UserName, usePictureLoader } from '@pim/content-kit'
import type { SearchContentDocument, Variation } from '@pim/contract'
import { type Column, RelativeTime, Thumbnail, twoLines } from '@pim/ui'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { FilePicture } from './file-picture.tsx'
import { FileStatus } from './file-status.tsx'

/** The same columns as content has, with the picture in front. Beside an open file the name needs the room that is left. */
export function useMediaColumns(
  isBesideDetail: boolean,
  variations: readonly Variation[] | undefined,
): readonly Column<SearchContentDocument>[] {
  const { t } = useTranslation()
  const picture = usePictureLoader('thumbnail')
  return useMemo(
    () => [
      {
        id: 'picture',
        header: t('media.list.picture'),
        isHeaderVisuallyHidden: true,
        hideable: false,
        width: 56,
        skeleton: <Skeleton variant="rounded" animation={false} width={32} height={32} />,
        cell: (row) => (
          <Thumbnail
            load={picture(row)}
            alt=""
            fallback={(reason) => <FilePicture row={row} reason={reason} isSmall />}
          />
        ),
      },
      {
        id: 'name',
        header: t('media.list.name'),
        hideable: false,
        sortField: 'name',
        cell: (row) => {
          const { attributes, from } = nameLanguage(row, variations)
          const name = (
            <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 1 }}>
              <Typography variant="inherit" title={row.itemName ?? row.name} sx={{ fontWeight: 600, ...twoLines }}>
                <bdi {...attributes}>{row.name}</bdi>
              </Typography>
              <NameOrigin from={from} />
            </Box>
          )
          if (row.match === undefined) return name
          return (
            <>
              {name}
              <MatchLine match={row.match} variations={variations} />
            </>
          )
        },
      },
      {
        id: 'type',
        header: t('media.list.type'),
        hideBelow: isBesideDetail ? 'lg' : 'md',
        width: '16%',
        cell: (row) => row.technicalContentTypeName,
      },
      {
        id: 'status',
        header: t('media.list.status'),
        sortField: 'status',
        width: 150,
        cell: (row) => <FileStatus row={row} />,
      },
      {
        id: 'modified',
        header: t('media.list.modified'),
        sortField: 'modifiedAt',
        firstDirection: 'desc',
        hideBelow: isBesideDetail ? 'lg' : 'sm',
        width: 150,
        cell: (row) => <RelativeTime time={row.modifiedAt} />,
      },
      {
        id: 'modifiedBy',
        header: t('media.list.modifiedBy'),
        hideBelow: 'lg',
        width: 170,
        cell: (row) => <UserName userId={row.modifiedBy} />,
      },
    ],
    [t, picture, isBesideDetail, variations],
  )
}
