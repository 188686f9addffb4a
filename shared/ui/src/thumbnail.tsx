import { Box } from '@mui/material'
import { type ReactNode, useEffect, useRef, useState } from 'react'

interface ThumbnailProps {
  /** Fetches the picture's bytes; `undefined` where there is none. Must not change from one render to the next. */
  load: ((signal: AbortSignal) => Promise<Blob>) | undefined
  alt: string
  size?: number | string
  fit?: 'cover' | 'contain'
  /** Shown where there is no picture or it cannot be shown: the kind of file. */
  fallback?: ReactNode
}

const covering = { width: '100%', height: '100%', objectFit: 'cover' }
/** As large as it fits, and no larger than the picture: what is around it is not part of it. */
const within = { maxWidth: '100%', maxHeight: '100%', objectFit: 'contain' }
const retries = 2
const retryAfter = 3_000

/** Grey squares that show through where a picture is transparent, in either scheme. */
export const checker = {
  backgroundColor: 'background.paper',
  backgroundImage:
    'conic-gradient(var(--mui-palette-divider) 25%, transparent 0 50%, var(--mui-palette-divider) 0 75%, transparent 0)',
  backgroundSize: '12px 12px',
}

/**
 * A picture that only a signed-in person may see: `<img>` cannot send a token, so the bytes are fetched and shown from
 * memory, once somebody sees its place. It holds that place from the first moment.
 */
export function Thumbnail({ load, alt, size = 32, fit = 'cover', fallback }: ThumbnailProps) {
  const [url, setUrl] = useState<string>()
  const place = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!load || !place.current) return
    const abort = new AbortController()
    let made: string | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const fetchPicture = (triesLeft: number) =>
      load(abort.signal).then(
        (blob) => {
          if (abort.signal.aborted) return
          made = URL.createObjectURL(blob)
          setUrl(made)
        },
        // A size that nobody asked for before is made first, and a server with many to make asks to come back. A picture
        // that does not come at all leaves its fallback in place; the list goes on without it.
        () => {
          if (!abort.signal.aborted && triesLeft > 0) timer = setTimeout(() => fetchPicture(triesLeft - 1), retryAfter)
        },
      )
    const seen = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      seen.disconnect()
      void fetchPicture(retries)
    })
    seen.observe(place.current)
    return () => {
      seen.disconnect()
      abort.abort()
      clearTimeout(timer)
      if (made) URL.revokeObjectURL(made)
      setUrl(undefined)
    }
  }, [load])
  return (
    <Box
      ref={place}
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
          sx={{ ...checker, ...(fit === 'cover' ? covering : within), display: 'block' }}
        />
      ) : (
        fallback
      )}
    </Box>
  )
}
