import AudioFileIcon from '@mui/icons-material/AudioFileOutlined'
import DescriptionIcon from '@mui/icons-material/DescriptionOutlined'
import ImageIcon from '@mui/icons-material/ImageOutlined'
import VideoFileIcon from '@mui/icons-material/VideoFileOutlined'
import type { SearchContentDocument } from '@pim/contract'

/** Stands where a file has no picture: what its name says it is. */
export function FilePicture({ row }: { row: Pick<SearchContentDocument, 'name'> }) {
  const extension = row.name.split('.').at(-1)?.toLowerCase() ?? ''
  if (['mp4', 'webm', 'mov'].includes(extension)) return <VideoFileIcon />
  if (['mp3', 'wav', 'ogg'].includes(extension)) return <AudioFileIcon />
  if (['pdf', 'doc', 'docx', 'txt', 'csv', 'xlsx', 'pptx'].includes(extension)) return <DescriptionIcon />
  return <ImageIcon />
}
