import { Box } from '@mui/material'
import { type ReactNode, useEffect, useRef, useState } from 'react'

/** What a file has instead of a picture: the reason why there is none. */
export interface NoPicture {
  readonly reason: string
}

interface ThumbnailProps {
  /** Fetches the bytes of the picture; `undefined` if there is none. Must keep its identity between renders. */
  load: ((signal: AbortSignal) => Promise<Blob | NoPicture>) | undefined
  alt: string
  size?: number | string
  fit?: 'cover' | 'contain'
  /**
   * Shown when there is no picture or it cannot be loaded, such as an icon of the file type. A function gets the reason
   * where there is one.
   */
  fallback?: ReactNode | ((reason: string | undefined) => ReactNode)
}

const coverStyle = { width: '100%', height: '100%', objectFit: 'cover' }
/** Scales the picture to fit and never above its own size, so that the checkerboard covers only the picture. */
const containStyle = { maxWidth: '100%', maxHeight: '100%', objectFit: 'contain' }
const maxRetries = 2
const retryDelayMs = 3_000

/** A checkerboard behind pictures with transparent parts, for both colour schemes. */
export const checkerboard = {
  backgroundColor: 'background.paper',
  backgroundImage:
    'conic-gradient(var(--mui-palette-divider) 25%, transparent 0 50%, var(--mui-palette-divider) 0 75%, transparent 0)',
  backgroundSize: '12px 12px',
}

/**
 * Shows a picture that needs authentication. `<img>` cannot send a token, so the bytes are fetched and shown by an
 * object URL, once the box has scrolled into view. The box has its size from the start.
 */
export function Thumbnail({ load, alt, size = 32, fit = 'cover', fallback }: ThumbnailProps) {
  const [url, setUrl] = useState<string>()
  const [reason, setReason] = useState<string>()
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!load || !box.current) return
    const abort = new AbortController()
    let objectUrl: string | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const fetchPicture = (retriesLeft: number) =>
      load(abort.signal).then(
        (blob) => {
          if (abort.signal.aborted) return
          if (!(blob instanceof Blob)) return setReason(blob.reason)
          objectUrl = URL.createObjectURL(blob)
          setUrl(objectUrl)
        },
        // The server makes a missing rendition on the first request and may refuse while it is busy, so a failure is
        // retried. After the last retry the fallback stays.
        () => {
          if (!abort.signal.aborted && retriesLeft > 0)
            timer = setTimeout(() => fetchPicture(retriesLeft - 1), retryDelayMs)
        },
      )
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      void fetchPicture(maxRetries)
    })
    observer.observe(box.current)
    return () => {
      observer.disconnect()
      abort.abort()
      clearTimeout(timer)
      if (objectUrl) URL.revokeObjectURL(objectUrl)
      setUrl(undefined)
      setReason(undefined)
    }
  }, [load])
  return (
    <Box
      ref={box}
      component="span"
      sx={{
        display: 'inline-flex',
        verticalAlign: 'middle',
        alignItems: 'center',
        justifyContent: 'center',
        width: size,
        height: size,
        flex: 'none',
        overflow: 'hidden',
        borderRadius: 0.75,
        color: 'text.disabled',
        bgcolor: 'action.hover',
      }}
    >
      {url ? (
        <Box
          component="img"
          src={url}
          alt={alt}
          draggable={false}
          onError={() => setUrl(undefined)}
          sx={{ ...checkerboard, ...(fit === 'cover' ? coverStyle : containStyle), display: 'block' }}
        />
      ) : typeof fallback === 'function' ? (
        fallback(reason)
      ) : (
        fallback
      )}
    </Box>
  )
}
