import { Box, Stack } from '@mui/material'
import { type ReactNode, useEffect, useRef } from 'react'
import { useUploadList } from './field-place.tsx'
import { type MediaRestrictions, useFieldServices } from './field-services.tsx'
import { FileIntake } from './file-intake.tsx'
import { choiceOf } from './item-source.ts'
import type { Choice } from './reference-source.ts'
import { UploadRowView } from './upload-row.tsx'

interface MediaIntakeProps {
  readonly restrictions: MediaRestrictions
  readonly isMany?: boolean | undefined
  readonly isQuiet?: boolean | undefined
  /** Shown above: the media items that the field has already. */
  readonly above?: ReactNode
  /** Another way to a media item, which stands beside the button. */
  readonly children?: ReactNode
  /** `order` grows in the order in which the files were taken: a small one may be done before a large one. */
  onMade(choice: Choice, order: number): void
}

/** Makes media items of the files that it takes, and asks beside them for what has to be known. */
export function MediaIntake({ restrictions, isMany, isQuiet, above, children, onMade }: MediaIntakeProps) {
  const { uploadMedia } = useFieldServices()
  const { list, rows } = useUploadList()
  const made = useRef(onMade)
  useEffect(() => {
    made.current = onMade
  })
  useEffect(() => {
    if (!rows.some(({ state }) => state === 'done')) return
    for (const row of list.collect()) if (row.made) made.current(choiceOf(row.made), row.id)
  }, [list, rows])
  if (uploadMedia === undefined) {
    return (
      <>
        {above}
        {children}
      </>
    )
  }
  return (
    <Box data-uploads>
      <FileIntake
        accept={restrictions.mimeTypes?.join(',')}
        isMany={isMany}
        isQuiet={isQuiet}
        onFiles={(files) => list.take(files, (file) => uploadMedia(file, restrictions))}
        above={
          <>
            {above}
            {rows.length > 0 && (
              <Stack component="ul" sx={{ m: 0, p: 0, mb: 1, mt: above ? 1 : 0, gap: 1, listStyle: 'none' }}>
                {rows.map((row) => (
                  <UploadRowView key={row.id} row={row} list={list} />
                ))}
              </Stack>
            )}
          </>
        }
      >
        {children}
      </FileIntake>
    </Box>
  )
}
