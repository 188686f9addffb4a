import UploadFileIcon from '@mui/icons-material/UploadFileOutlined'
import { Box, Button, FormHelperText, Stack } from '@mui/material'
import { type ClipboardEvent, type DragEvent, type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

interface FileIntakeProps {
  /** Media types, as an input of files takes them. */
  readonly accept: string | undefined
  readonly isMany?: boolean | undefined
  readonly isBusy?: boolean | undefined
  /** Files are taken, but there is no button for them: the field has all that fits. */
  readonly isQuiet?: boolean | undefined
  /** Stands above the button, and takes files as well. */
  readonly above?: ReactNode
  /** Stands before the button. */
  readonly children?: ReactNode
  onFiles(files: readonly File[]): void
}

/** Takes files that are dropped on it, pasted in it or chosen. */
export function FileIntake({ accept, isMany = false, isBusy, isQuiet, above, children, onFiles }: FileIntakeProps) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const [leftOut, setLeftOut] = useState(0)
  const take = (files: readonly File[]): void => {
    const taken = isMany ? files : files.slice(0, 1)
    setLeftOut(files.length - taken.length)
    if (taken.length > 0) onFiles(taken)
  }
  const dragOver = (event: DragEvent): void => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setOver(true)
  }
  const drop = (event: DragEvent): void => {
    setOver(false)
    if (event.dataTransfer.files.length === 0) return
    event.preventDefault()
    event.stopPropagation()
    take([...event.dataTransfer.files])
  }
  const paste = (event: ClipboardEvent): void => {
    if (event.clipboardData.files.length === 0) return
    event.preventDefault()
    take([...event.clipboardData.files].map((file) => withOwnName(file, t('fieldTypes.upload.pasted'))))
  }
  return (
    <Box
      onDragOver={dragOver}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
      }}
      onDrop={drop}
      onPaste={paste}
      sx={{
        borderRadius: 1,
        outlineOffset: 4,
        ...(isOver && { outline: '2px dashed', outlineColor: 'primary.main', bgcolor: 'action.hover' }),
      }}
    >
      {above}
      <Stack direction="row" useFlexGap sx={{ gap: 1, alignItems: 'start', flexWrap: { xs: 'wrap', sm: 'nowrap' } }}>
        {children}
        {!isQuiet && (
          <Button
            variant="outlined"
            startIcon={<UploadFileIcon />}
            loading={isBusy ?? false}
            onClick={() => input.current?.click()}
            sx={{ height: 37, flex: 'none' }}
          >
            {t('fieldTypes.upload.choose')}
          </Button>
        )}
      </Stack>
      <input
        ref={input}
        type="file"
        hidden
        multiple={isMany}
        accept={accept}
        aria-label={t('fieldTypes.upload.file')}
        onChange={(event) => {
          take([...(event.target.files ?? [])])
          // The same file chosen again is taken again: it may have been mended.
          event.target.value = ''
        }}
      />
      {!isQuiet && (
        <FormHelperText error={false} sx={{ mx: 0 }}>
          {t(isMany ? 'fieldTypes.upload.dropMany' : 'fieldTypes.upload.dropOne')}
        </FormHelperText>
      )}
      {leftOut > 0 && (
        <FormHelperText error role="status" sx={{ mx: 0 }}>
          {t('fieldTypes.upload.oneOnly', { count: leftOut })}
        </FormHelperText>
      )}
    </Box>
  )
}

/** A browser calls every picture of the clipboard image.png: with the time in its name, people can tell one from another. */
function withOwnName(file: File, word: string): File {
  const ending = /^image(\.\w+)$/.exec(file.name)?.[1]
  if (ending === undefined) return file
  const stamp = new Date(file.lastModified).toISOString().slice(0, 19).replace('T', ' ').replaceAll(':', '.')
  return new File([file], `${word} ${stamp}${ending}`, { type: file.type, lastModified: file.lastModified })
}
