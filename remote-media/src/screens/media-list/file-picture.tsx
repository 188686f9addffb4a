import AudioFileIcon from '@mui/icons-material/AudioFileOutlined'
import DescriptionIcon from '@mui/icons-material/DescriptionOutlined'
import ImageIcon from '@mui/icons-material/ImageOutlined'
import VideoFileIcon from '@mui/icons-material/VideoFileOutlined'
import { Box, Tooltip, Typography } from '@mui/material'
import type { SearchContentDocument } from '@pim/contract'
import { useTranslation } from 'react-i18next'

interface FilePictureProps {
  row: Pick<SearchContentDocument, 'name' | 'itemName'>
  /** Why there is no picture, where the server said so: it is shown beside the kind of the file. */
  reason?: string | undefined
  /** Room for an icon only; the sentence is in its tooltip. */
  isSmall?: boolean
}

/** Stands where a file has no picture: what its name says it is, and why it is not shown. */
export function FilePicture({ row, reason, isSmall = false }: FilePictureProps) {
  const { t } = useTranslation()
  const extension = extensionOf(row.itemName ?? row.name)
  if (reason === undefined) return <KindIcon extension={extension} />
  const sentence = t(`media.picture.${reason}`)
  if (isSmall) {
    return (
      <Tooltip title={sentence}>
        <Box component="span" role="img" aria-label={sentence} sx={{ display: 'inline-flex' }}>
          <KindIcon extension={extension} />
        </Box>
      </Tooltip>
    )
  }
  return (
    <Box component="span" sx={{ display: 'grid', justifyItems: 'center', gap: 0.5, p: 1, textAlign: 'center' }}>
      <KindIcon extension={extension} />
      {extension !== '' && (
        <Typography
          component="span"
          variant="caption"
          color="textSecondary"
          sx={{ fontWeight: 600, textTransform: 'uppercase' }}
        >
          {extension}
        </Typography>
      )}
      <Typography component="span" variant="caption" color="textSecondary">
        {sentence}
      </Typography>
    </Box>
  )
}

function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.')
  return dot > 0 && name.length - dot <= 6 ? name.slice(dot + 1).toLowerCase() : ''
}

function KindIcon({ extension }: { extension: string }) {
  if (['mp4', 'webm', 'mov'].includes(extension)) return <VideoFileIcon />
  if (['mp3', 'wav', 'ogg'].includes(extension)) return <AudioFileIcon />
  if (['pdf', 'doc', 'docx', 'txt', 'csv', 'xlsx', 'pptx'].includes(extension)) return <DescriptionIcon />
  return <ImageIcon />
}
