import InsertDriveFileIcon from '@mui/icons-material/InsertDriveFileOutlined'
import { FormHelperText, Stack, Typography } from '@mui/material'
import { Thumbnail } from '@pim/ui'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { UploadRefused, useFieldServices } from '../frame/field-services.tsx'
import type { EditorProps } from '../frame/field-view.ts'
import { FileIntake } from '../frame/file-intake.tsx'
import { FileWithoutPicture } from '../frame/file-without-picture.tsx'
import { asText } from '../frame/use-typed.ts'
import type { BinarySettings } from './model.ts'

/** The picture of the file, and another file in its place. */
export function BinaryEditor({ value, settings, onChange, isReadOnly }: EditorProps<BinarySettings>) {
  const { t } = useTranslation()
  const services = useFieldServices()
  const binaryId = asText(value)
  const load = useCallback((signal: AbortSignal) => services.thumbnail(binaryId, signal), [services, binaryId])
  const { uploadBinary } = services
  const [state, setState] = useState<'idle' | 'sending' | { readonly failure: string }>('idle')
  const send = async (upload: NonNullable<typeof uploadBinary>, [file]: readonly File[]): Promise<void> => {
    if (file === undefined) return
    setState('sending')
    try {
      onChange((await upload(file, new AbortController().signal)).binaryId)
      setState('idle')
    } catch (error) {
      setState({ failure: error instanceof UploadRefused ? error.message : t('fieldTypes.upload.failed') })
    }
  }
  const shown = (
    <>
      <Thumbnail
        load={binaryId === '' ? undefined : load}
        alt={t('fieldTypes.binary.picture')}
        size={96}
        fit="contain"
        fallback={(reason) => (reason === undefined ? <InsertDriveFileIcon /> : <FileWithoutPicture />)}
      />
      {binaryId === '' && <Typography color="textSecondary">{t('fieldTypes.binary.none')}</Typography>}
    </>
  )
  if (isReadOnly || uploadBinary === undefined) {
    return (
      <Stack direction="row" sx={{ gap: 2, alignItems: 'center' }}>
        {shown}
      </Stack>
    )
  }
  return (
    <>
      <FileIntake
        accept={settings.mimeTypes?.join(',')}
        isBusy={state === 'sending'}
        onFiles={(files) => void send(uploadBinary, files)}
      >
        {shown}
      </FileIntake>
      {typeof state === 'object' && (
        <FormHelperText error role="status" sx={{ mx: 0 }}>
          {state.failure}
        </FormHelperText>
      )}
    </>
  )
}
