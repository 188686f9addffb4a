import InsertDriveFileIcon from '@mui/icons-material/InsertDriveFileOutlined'
import { Thumbnail } from '@pim/ui'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useFieldServices } from '../frame/field-services.tsx'
import type { CellProps } from '../frame/field-view.ts'
import { FileWithoutPicture } from '../frame/file-without-picture.tsx'
import { asText } from '../frame/use-typed.ts'

export function BinaryCell({ value }: CellProps) {
  const { t } = useTranslation()
  const services = useFieldServices()
  const binaryId = asText(value)
  const load = useCallback((signal: AbortSignal) => services.thumbnail(binaryId, signal), [services, binaryId])
  return (
    <Thumbnail
      load={load}
      alt={t('fieldTypes.binary.picture')}
      fallback={(reason) => (reason === undefined ? <InsertDriveFileIcon fontSize="small" /> : <FileWithoutPicture />)}
    />
  )
}
