import { Box, Skeleton, Typography } from '@mui/material'
import { useApiQuery } from '@pim/api-client/react'
import { readableSize } from '@pim/contract/core/readable-size.ts'
import type { Rendition } from '@pim/contract/core/rendition.ts'
import { useTranslation } from 'react-i18next'

/** What is known of a stored file. */
export function FileFacts({ binaryId }: { binaryId: string }) {
  const { t, i18n } = useTranslation()
  const { data, isError } = useApiQuery('binary.getBinary', { params: { binaryId } }, { failureGoesTo: 'screen' })
  if (isError) return <Typography color="error">{t('media.detail.factsFailed')}</Typography>
  if (!data) return <Skeleton height={80} />
  const facts = [
    [t('media.detail.kind'), data.mimeType],
    [t('media.detail.size'), readableSize(data.byteSize, i18n.language)],
    ...(data.width && data.height ? [[t('media.detail.pixels'), `${data.width} × ${data.height}`]] : []),
    ...(data.pageCount ? [[t('media.detail.pages'), String(data.pageCount)]] : []),
    [t('media.detail.file'), data.fileName],
    ...pictureFact(data.rendition).map((key) => [t('media.detail.picture'), t(key)]),
  ]
  return (
    <Box component="dl" sx={{ display: 'grid', gridTemplateColumns: 'auto 1fr', columnGap: 2, rowGap: 0.5, m: 0 }}>
      {facts.map(([name, value]) => (
        <Box key={name} sx={{ display: 'contents' }}>
          <Typography component="dt" variant="body2" color="textSecondary">
            {name}
          </Typography>
          <Typography component="dd" variant="body2" sx={{ m: 0, overflowWrap: 'anywhere' }}>
            {value}
          </Typography>
        </Box>
      ))}
    </Box>
  )
}

/** The key of the sentence about the picture of a file; none where it is as one expects. */
function pictureFact({ state, reason }: Rendition): string[] {
  if (state === 'pending') return ['media.picture.pending']
  if (state === 'ready') return reason === 'damaged' ? ['media.picture.partly'] : []
  return [`media.picture.${reason ?? 'damaged'}`]
}
