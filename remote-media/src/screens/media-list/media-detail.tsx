import { Box, Button, Skeleton, Stack, TextField, Typography } from '@mui/material'
import { useApiMutation, useApiQuery } from '@pim/api-client/react'
import { isOvertaken, useSeenVersion } from '@pim/api-client/seen-version'
import { usePictureLoader } from '@pim/content-kit'
import { mimeTypesOf } from '@pim/content-kit/media-upload'
import type { ContentItem, ContentVariation, Field, SearchContentDocument } from '@pim/contract'
import { reaches } from '@pim/contract/core/roles.ts'
import { fileFieldOf } from '@pim/field-types/facts'
import { useAccount, useFeedback, usePermission } from '@pim/shell'
import { type MediaDetailGiven, useFills } from '@pim/shell/slots'
import { ErrorState, GuardedButton, SidePanel, StatusDot, statusLookOf, Thumbnail } from '@pim/ui'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { DeleteMedia } from './delete-media.tsx'
import { DeletedMedia } from './deleted-media.tsx'
import { Download } from './download.tsx'
import { FileFacts } from './file-facts.tsx'
import { FilePicture } from './file-picture.tsx'
import { FileUsers } from './file-users.tsx'
import { ReplaceFile } from './replace-file.tsx'

interface MediaDetailProps {
  contentItemId: string
  variationId: string
  onClose: () => void
  /** The file that is shown was erased for good. */
  onErased: () => void
  onPreview: () => void
}

/** A file beside the list: what it is, where it is used, and what can be done with it. */
export function MediaDetail({ contentItemId, variationId, onClose, onErased, onPreview }: MediaDetailProps) {
  const { t } = useTranslation()
  // A deleted file is shown to whoever could bring it back.
  const request = { params: { contentItemId }, query: { includeDeleted: reaches(useAccount().role, 'editor') } }
  const item = useApiQuery('contentItem.getItem', request, { failureGoesTo: 'screen' })
  const variations = useApiQuery('contentItem.getItemVariations', request, { failureGoesTo: 'screen' })
  const content = variations.data?.find((each) => each.variationId === variationId) ?? variations.data?.[0]
  const failed = [item, variations].filter(({ isError }) => isError)
  const retry = () => {
    for (const { refetch } of failed) void refetch()
  }
  return (
    <SidePanel open title={item.data?.name ?? t('media.detail.title')} onClose={onClose} width={360}>
      {failed.length > 0 && <ErrorState title={t('media.detail.failed')} onRetry={retry} />}
      {failed.length === 0 && (!item.data || !content) && <Skeleton variant="rounded" height={220} />}
      {item.data && content && (
        <Details
          key={contentItemId}
          item={item.data}
          content={content}
          variations={variations.data ?? []}
          onClose={onClose}
          onErased={onErased}
          onPreview={onPreview}
        />
      )}
    </SidePanel>
  )
}

interface DetailsProps {
  item: ContentItem
  content: ContentVariation
  variations: readonly ContentVariation[]
  onClose: () => void
  onErased: () => void
  onPreview: () => void
}

function Details({ item, content, variations, onClose, onErased, onPreview }: DetailsProps) {
  const { t } = useTranslation()
  const binaryField = useBinaryField(item.technicalContentTypeName)
  const shown = binaryField ? content.fields[binaryField.technicalName] : undefined
  const value = shown?.value
  const source = variations.find(({ variationId }) => variationId === shown?.sourceVariationId) ?? content
  const binaryId = typeof value === 'string' ? value : undefined
  const picture = usePictureLoader('medium')
  const row: Pick<SearchContentDocument, 'name' | 'binaryId'> = { name: item.name, ...(binaryId ? { binaryId } : {}) }
  return (
    <Stack sx={{ gap: 2 }}>
      <Box
        component="button"
        type="button"
        onClick={onPreview}
        aria-label={t('media.detail.preview')}
        sx={{ p: 0, border: 0, bgcolor: 'transparent', cursor: 'zoom-in', height: 220 }}
      >
        <Thumbnail
          load={picture(row)}
          alt={item.name}
          size="100%"
          fit="contain"
          fallback={(reason) => <FilePicture row={row} reason={reason} />}
        />
      </Box>
      {item.isDeleted ? (
        <DeletedMedia item={item} onErased={onErased} />
      ) : (
        <>
          <Rename item={item} />
          <Stack direction="row" sx={{ justifyContent: 'space-between', alignItems: 'center' }}>
            <StatusDot status={statusLookOf(content)} />
            <Publish content={content} />
          </Stack>
        </>
      )}
      {binaryId && <FileFacts binaryId={binaryId} />}
      {!item.isDeleted && <FileUsers contentItemId={item.contentItemId} variationId={content.variationId} />}
      <Stack direction="row" useFlexGap sx={{ gap: 1, flexWrap: 'wrap' }}>
        <Button component={Link} to={`/content-item/${item.contentItemId}`} variant="outlined" size="small">
          {t('media.detail.fields')}
        </Button>
        {binaryField && !item.isDeleted && (
          <ReplaceFile
            contentItemId={item.contentItemId}
            contentVariationId={source.contentVariationId}
            field={binaryField.technicalName}
            accept={mimeTypesOf(binaryField)}
          />
        )}
        {binaryId && <Download binaryId={binaryId} fileName={item.name} />}
        {!item.isDeleted && <DeleteMedia item={item} onDone={onClose} />}
      </Stack>
      <Added contentItemId={item.contentItemId} variationId={content.variationId} binaryId={binaryId} />
    </Stack>
  )
}

/** Fills of other sections about the file. */
function Added(given: MediaDetailGiven) {
  return useFills('media.detail').map(({ id, title, Filled }) => (
    <Box key={id} component="section" aria-label={title}>
      <Typography variant="body2" component="h3" sx={{ fontWeight: 600, mb: 0.5 }}>
        {title}
      </Typography>
      <Filled {...given} />
    </Box>
  ))
}

function useBinaryField(technicalName: string): Field | undefined {
  const { data } = useApiQuery('contentModel.getAllMediaTypes', {}, { staleTime: 60_000, failureGoesTo: 'screen' })
  const type = data?.find((each) => each.technicalName === technicalName)
  return type && fileFieldOf(type)
}

function Rename({ item }: { item: ContentItem }) {
  const { t } = useTranslation()
  const feedback = useFeedback()
  const { may, reason } = usePermission('contentItem.renameItem')
  const [name, setName] = useState(item.name)
  const seen = useSeenVersion(item.contentItemId, item.version, name !== item.name)
  const rename = useApiMutation('contentItem.renameItem', {
    failureGoesTo: 'screen',
    onError: ({ problem }) => seen.learn(problem?.currentVersion),
    onSuccess: ({ version }) => {
      seen.learn(version)
      feedback.success(t('media.detail.renamed'))
    },
  })
  const problem = rename.error?.problem
  const refusal = isOvertaken(problem) ? t('media.detail.overtaken', { name: item.name }) : problem?.message
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const wanted = name.trim()
    if (may && wanted && wanted !== item.name)
      rename.mutate({ query: { contentItemId: item.contentItemId, name: wanted }, ifMatch: seen.ifMatch })
  }
  return (
    <Stack component="form" direction="row" onSubmit={submit} sx={{ gap: 1, alignItems: 'start' }}>
      <TextField
        size="small"
        fullWidth
        label={t('media.detail.name')}
        value={name}
        onChange={(event) => setName(event.target.value)}
        error={rename.isError}
        helperText={refusal ?? (rename.isError ? t('media.detail.renameFailed') : reason)}
        slotProps={{ htmlInput: { maxLength: 500, readOnly: !may } }}
      />
      <GuardedButton
        type="submit"
        permission={{ may: may && name.trim() !== '' && name.trim() !== item.name, reason }}
        loading={rename.isPending}
        sx={{ flex: 'none' }}
      >
        {t('media.detail.rename')}
      </GuardedButton>
    </Stack>
  )
}

function Publish({ content }: { content: ContentVariation }) {
  const { t } = useTranslation()
  const feedback = useFeedback()
  const { may, reason } = usePermission('contentVariation.publish')
  const publish = useApiMutation('contentVariation.publish', {
    onError: (error) => feedback.error(error.problem?.message ?? t('media.detail.publishFailed')),
    onSuccess: () => feedback.success(t('media.detail.published')),
  })
  const isLive = content.status === 'published' && !content.hasUnpublishedChanges
  const isPossible = content.allowedActions.includes('publish')
  if (isLive) return null
  return (
    <GuardedButton
      permission={{ may: may && isPossible, reason: reason ?? (isPossible ? undefined : t('media.detail.archived')) }}
      size="small"
      variant="contained"
      loading={publish.isPending}
      onClick={() => publish.mutate({ params: { contentVariationId: content.contentVariationId } })}
    >
      {t('media.detail.publish')}
    </GuardedButton>
  )
}
