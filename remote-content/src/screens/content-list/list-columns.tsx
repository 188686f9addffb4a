import ImageIcon from '@mui/icons-material/ImageOutlined'
import { Box, Link as MuiLink, Skeleton, Typography } from '@mui/material'
import { MatchLine, NameOrigin, nameLanguage, UserName, usePictureLoader } from '@pim/content-kit'
import type { ContentType, SearchContentDocument, SearchPage, Variation } from '@pim/contract'
import { inLanguage } from '@pim/contract/core/language.ts'
import { maxListedFields } from '@pim/contract/search/listed-fields.ts'
import { useFills } from '@pim/shell/slots'
import {
  type Column,
  CompletenessBar,
  MarkedStretches,
  partOnDemand,
  RelativeTime,
  StatusDot,
  statusLookOf,
  Thumbnail,
  twoLines,
} from '@pim/ui'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { itemAddress } from '../../parts/item-list/item-address.ts'
import { TranslationMark } from '../../parts/translation/translation-mark.tsx'
import type { WalkState } from '../../parts/walk/list-walk.ts'
import { fieldColumns } from './field-columns/field-columns.tsx'

// Nobody sees these columns at first.
const ChannelChips = partOnDemand(async () => (await import('../../parts/channels/channel-chips.tsx')).ChannelChips, {
  place: 'nowhere',
})
const ReadinessBars = partOnDemand(
  async () => (await import('../../parts/channels/readiness-bars.tsx')).ReadinessBars,
  { place: 'nowhere' },
)

/** With the name of the item where a title stands for it. */
const titleOf = ({ name, itemName }: SearchContentDocument): string =>
  itemName === undefined ? name : `${name} (${itemName})`

interface ListColumnsInput {
  /** Told to the screen of an item that is opened. */
  readonly walk: WalkState | undefined
  readonly types: readonly ContentType[] | undefined
  /** The content types that the list is narrowed to; none: it shows them all. */
  readonly chosenTypes: readonly string[]
  /** Ids of the shown columns; undefined while the user has chosen none. */
  readonly chosen: readonly string[] | undefined
  readonly variations: readonly Variation[] | undefined
  readonly page: SearchPage | undefined
  /** The list is narrowed to a state of translation, or in its order: its column then stands on narrower screens, too. */
  readonly isTranslating: boolean
}

/** The columns of the list; `id` is also what the kept choice of columns names. */
export function useListColumns({
  walk,
  types,
  chosenTypes,
  chosen,
  variations,
  page,
  isTranslating,
}: ListColumnsInput): readonly Column<SearchContentDocument>[] {
  const { t, i18n } = useTranslation()
  const picture = usePictureLoader('thumbnail')
  const fills = useFills('items.column')
  return useMemo(() => {
    const typeLabels = new Map(
      types?.map((type) => [type.technicalName, inLanguage(type.friendlyName, i18n.language, type.technicalName)]),
    )
    const sourceId = variations?.find(({ isDefault }) => isDefault)?.variationId
    const translation: Column<SearchContentDocument> = {
      id: 'translation',
      header: t('content.list.translation'),
      sortField: 'translation',
      hideBelow: isTranslating ? 'md' : 'lg',
      width: 150,
      cell: (row) => <TranslationMark translation={row.translation} isSource={row.variationId === sourceId} />,
    }
    const fields = fieldColumns({ types, chosenTypes, variations, page, languageCode: i18n.language })
    const contentItemIds = page?.items.map(({ contentItemId }) => contentItemId) ?? []
    const filled = fills.map(
      ({ id, title, Filled }): Column<SearchContentDocument> => ({
        id: `fill:${id}`,
        header: title,
        hideBelow: 'md',
        width: 150,
        cell: ({ contentItemId, variationId }) => <Filled {...{ contentItemId, variationId, contentItemIds }} />,
      }),
    )
    const shown = fields.filter(({ id }) => chosen?.includes(id)).length
    const refused = shown < maxListedFields ? undefined : t('content.list.mostFields', { count: maxListedFields })
    return [
      {
        id: 'picture',
        header: t('content.list.picture'),
        isHeaderVisuallyHidden: true,
        width: 56,
        skeleton: <Skeleton variant="rounded" animation={false} width={32} height={32} />,
        cell: (row) => (
          <Thumbnail
            load={picture(row)}
            alt=""
            fallback={row.binaryId ? undefined : <ImageIcon fontSize="small" sx={{ opacity: 0.4 }} />}
          />
        ),
      },
      {
        id: 'name',
        header: t('content.list.name'),
        hideable: false,
        minWidth: 180,
        sortField: 'name',
        cell: (row) => {
          const { attributes, from } = nameLanguage(row, variations)
          const name = (
            <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 1 }}>
              <MuiLink
                component={Link}
                to={itemAddress(row)}
                state={walk}
                color={row.isDeleted ? 'textSecondary' : 'textPrimary'}
                underline="hover"
                title={titleOf(row)}
                sx={{
                  fontWeight: 600,
                  ...twoLines,
                  ...(row.isDeleted ? { textDecoration: 'line-through' } : {}),
                }}
              >
                <bdi {...attributes}>
                  <MarkedStretches text={row.name} marks={row.nameMarks ?? []} />
                </bdi>
              </MuiLink>
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
      ...fields.map((column) => ({ ...column, refused })),
      {
        id: 'type',
        header: t('content.list.type'),
        sortField: 'technicalContentTypeName',
        hideBelow: 'sm',
        width: '18%',
        cell: (row) => typeLabels.get(row.technicalContentTypeName) ?? row.technicalContentTypeName,
      },
      {
        id: 'status',
        header: t('content.list.status'),
        sortField: 'status',
        width: 160,
        cell: (row) =>
          row.isDeleted ? (
            <Typography variant="inherit" color="error">
              {t('content.list.deleted')}
            </Typography>
          ) : (
            <StatusDot status={statusLookOf(row)} />
          ),
      },
      {
        id: 'completeness',
        header: t('content.list.completeness'),
        sortField: 'completeness',
        firstDirection: 'desc',
        hideBelow: 'md',
        width: 130,
        cell: (row) => <CompletenessBar value={row.completeness} />,
      },
      ...(variations && variations.length > 1 ? [translation] : []),
      {
        id: 'readiness',
        header: t('content.list.readiness'),
        sortField: 'readiness',
        firstDirection: 'desc',
        hiddenAtFirst: true,
        hideBelow: 'lg',
        width: 210,
        cell: (row) => (
          <ReadinessBars
            readiness={row.readiness}
            type={types?.find(({ technicalName }) => technicalName === row.technicalContentTypeName)}
            itemAddress={itemAddress(row)}
            state={walk}
          />
        ),
      },
      {
        id: 'channels',
        header: t('content.channels.label'),
        hiddenAtFirst: true,
        hideBelow: 'lg',
        width: 190,
        cell: (row) => <ChannelChips targets={row.deliveryTargets} />,
      },
      ...filled,
      {
        id: 'modified',
        header: t('content.list.modified'),
        sortField: 'modifiedAt',
        firstDirection: 'desc',
        hideBelow: 'sm',
        width: 150,
        cell: (row) => <RelativeTime time={row.modifiedAt} />,
      },
      {
        id: 'modifiedBy',
        header: t('content.list.modifiedBy'),
        sortField: 'modifiedBy',
        hideBelow: 'lg',
        width: 170,
        cell: (row) => <UserName userId={row.modifiedBy} />,
      },
    ]
  }, [walk, types, chosenTypes, chosen, variations, page, isTranslating, t, i18n.language, picture, fills])
}
