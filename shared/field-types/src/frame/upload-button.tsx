import UploadFileIcon from '@mui/icons-material/UploadFileOutlined'
import { Box, Button, FormHelperText } from '@mui/material'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { UploadRefused } from './field-services.tsx'
import type { Choice } from './reference-source.ts'

interface UploadButtonProps {
  accept: string | undefined
  send(file: File, signal: AbortSignal): Promise<Choice>
  onDone(choice: Choice): void
}

export function UploadButton({ accept, send, onDone }: UploadButtonProps) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const [state, setState] = useState<'idle' | 'sending' | { readonly failure: string }>('idle')
  const take = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return
    setState('sending')
    try {
      onDone(await send(file, new AbortController().signal))
      setState('idle')
    } catch (error) {
      setState({ failure: error instanceof UploadRefused ? error.message : t('fieldTypes.upload.failed') })
    }
  }
  return (
    <Box sx={{ flex: 'none' }}>
      <Button
        variant="outlined"
        startIcon={<UploadFileIcon />}
        loading={state === 'sending'}
        onClick={() => input.current?.click()}
        sx={{ height: 37 }}
      >
        {t('fieldTypes.upload.choose')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        aria-label={t('fieldTypes.upload.file')}
        onChange={(event) => {
          void take(event.target.files?.[0])
          event.target.value = ''
        }}
      />
      {typeof state === 'object' && (
        <FormHelperText error role="status">
          {state.failure}
        </FormHelperText>
      )}
    </Box>
  )
}
