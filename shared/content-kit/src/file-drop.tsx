import UploadIcon from '@mui/icons-material/FileUploadOutlined'
import { Button, type ButtonProps, Stack, type StackProps } from '@mui/material'
import { visuallyHidden } from '@pim/ui'
import { type DragEvent, useRef, useState } from 'react'

interface FileDropProps extends Pick<StackProps, 'sx' | 'children' | 'direction'> {
  /** Of the button. */
  label: string
  /** Of the input, where the button's is not the same at all times. */
  inputLabel?: string
  /** Extensions and media types, as an input of files takes them. */
  accept: string
  isDisabled: boolean
  button?: Pick<ButtonProps, 'variant' | 'loading' | 'autoFocus'>
  onFile: (file: File) => void
}

/** Takes one file that is dropped, or chosen by the button. */
export function FileDrop({
  label,
  inputLabel,
  accept,
  isDisabled,
  button,
  onFile,
  sx,
  children,
  direction,
}: FileDropProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const over = (event: DragEvent, next: boolean) => {
    if (isDisabled || !event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setOver(next)
  }
  return (
    <Stack
      {...(direction !== undefined && { direction })}
      useFlexGap
      onDragOver={(event) => over(event, true)}
      onDragLeave={(event) => over(event, false)}
      onDrop={(event) => {
        over(event, false)
        const [dropped] = event.dataTransfer.files
        if (dropped && !isDisabled) onFile(dropped)
      }}
      sx={[
        {
          gap: 1.5,
          alignItems: 'center',
          border: 1,
          borderStyle: 'dashed',
          borderColor: isOver ? 'primary.main' : 'divider',
          bgcolor: isOver ? 'action.hover' : undefined,
          borderRadius: 1,
        },
        ...(Array.isArray(sx) ? sx : [sx]),
      ]}
    >
      <Button
        variant="contained"
        startIcon={<UploadIcon />}
        disabled={isDisabled}
        onClick={() => input.current?.click()}
        {...button}
      >
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        accept={accept}
        aria-label={inputLabel ?? label}
        tabIndex={-1}
        style={visuallyHidden}
        onChange={(event) => {
          const [chosen] = event.target.files ?? []
          // The same file chosen again is taken again: it may have been mended.
          event.target.value = ''
          if (chosen) onFile(chosen)
        }}
      />
      {children}
    </Stack>
  )
}
