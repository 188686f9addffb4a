import UploadIcon from '@mui/icons-material/FileUploadOutlined'
import { Box, Typography } from '@mui/material'
import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

interface DropAreaProps {
  isDisabled: boolean
  onFiles: (files: readonly File[]) => void
  children: ReactNode
}

/** Files dropped anywhere on the screen are uploaded. */
export function DropArea({ isDisabled, onFiles, children }: DropAreaProps) {
  const { t } = useTranslation()
  const [isOver, setOver] = useState(false)
  // Entering a child leaves its parent: only the difference tells whether the files have left the screen.
  const depth = useRef(0)
  const carriesFiles = (event: DragEvent) => !isDisabled && event.dataTransfer.types.includes('Files')
  const enter = (event: DragEvent, step: 1 | -1) => {
    if (!carriesFiles(event)) return
    event.preventDefault()
    depth.current = Math.max(0, depth.current + step)
    setOver(depth.current > 0)
  }
  return (
    <Box
      onDragEnter={(event) => enter(event, 1)}
      onDragLeave={(event) => enter(event, -1)}
      onDragOver={(event) => {
        if (carriesFiles(event)) event.preventDefault()
      }}
      onDrop={(event) => {
        if (!carriesFiles(event)) return
        event.preventDefault()
        depth.current = 0
        setOver(false)
        onFiles([...event.dataTransfer.files])
      }}
      sx={{ position: 'relative', display: 'flex', flexDirection: 'column', minHeight: 0, height: '100%' }}
    >
      {children}
      {isOver && (
        <Box
          aria-hidden
          sx={{
            position: 'absolute',
            inset: 0,
            zIndex: 2,
            display: 'flex',
            flexDirection: 'column',
            alignItems: 'center',
            justifyContent: 'center',
            gap: 1,
            borderRadius: 1,
            border: '2px dashed',
            borderColor: 'primary.main',
            bgcolor: 'background.paper',
            opacity: 0.95,
            pointerEvents: 'none',
          }}
        >
          <UploadIcon color="primary" />
          <Typography sx={{ fontWeight: 600 }}>{t('media.upload.drop')}</Typography>
        </Box>
      )}
    </Box>
  )
}
