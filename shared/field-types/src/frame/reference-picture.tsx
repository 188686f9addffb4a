import { Thumbnail } from '@pim/ui'
import { type ReactNode, useCallback } from 'react'
import { FileWithoutPicture } from './file-without-picture.tsx'
import type { Labelling, ReferenceSource } from './reference-source.ts'

interface PictureProps {
  labelling: Labelling
  source: Pick<ReferenceSource, 'picture'>
  icon: ReactNode
  size?: number
}

export function Picture({ labelling, source, icon, size = 32 }: PictureProps) {
  const binaryId = labelling.state === 'known' ? labelling.choice.binaryId : undefined
  const { picture } = source
  const load = useCallback(
    (signal: AbortSignal) =>
      picture && binaryId ? picture(binaryId, signal) : Promise.reject(new Error('no picture')),
    [picture, binaryId],
  )
  return (
    <Thumbnail
      load={picture && binaryId ? load : undefined}
      alt=""
      size={size}
      fallback={(reason) => (reason === undefined ? icon : <FileWithoutPicture />)}
    />
  )
}
