import InsertDriveFileIcon from '@mui/icons-material/InsertDriveFileOutlined'
import { Stack, Typography } from '@mui/material'
import { Thumbnail } from '@pim/ui'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useFieldServices } from '../frame/field-services.tsx'
import type { EditorProps } from '../frame/field-view.ts'
import { FileWithoutPicture } from '../frame/file-without-picture.tsx'
import { UploadButton } from '../frame/upload-button.tsx'
import { asText } from '../frame/use-typed.ts'
import type { BinarySettings } from './model.ts'

/** The picture of the file, and another file in its place. */
export function BinaryEditor({ value, settings, onChange, isReadOnly }: EditorProps<BinarySettings>) {
  const { t } = useTranslation()
  const services = useFieldServices()
  const binaryId = asText(value)
  const load = useCallback((signal: AbortSignal) => services.thumbnail(binaryId, signal), [services, binaryId])
  const { uploadBinary } = services
  return (
    <Stack direction="row" sx={{ gap: 2, alignItems: 'center' }}>
      <Thumbnail
        load={binaryId === '' ? undefined : load}
        alt={t('fieldTypes.binary.picture')}
        size={96}
        fit="contain"
        fallback={(reason) => (reason === undefined ? <InsertDriveFileIcon /> : <FileWithoutPicture />)}
      />
      {binaryId === '' && <Typography color="textSecondary">{t('fieldTypes.binary.none')}</Typography>}
      {!isReadOnly && uploadBinary !== undefined && (
        <UploadButton
          accept={settings.mimeTypes?.join(',')}
          send={async (file, signal) => ({ id: (await uploadBinary(file, signal)).binaryId, name: file.name })}
          onDone={(choice) => onChange(choice.id)}
        />
      )}
    </Stack>
  )
}
