import { Box, Button, Paper, Portal } from '@mui/material'
import { type ComponentType, type ReactNode, useEffect, useReducer, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

/** Milliseconds between two tries to fetch the code of a part that is shown. */
const pauseMs = 5_000

interface Ways {
  /** Shown while the code is on its way; nothing where it is left out. */
  readonly waiting?: ReactNode
  /**
   * Where a failed fetch is told: where the part would stand, or (default) at the bottom of the page, for dialogs. Nowhere is
   * for what stands many times on a screen, as in the cells of a list: it is fetched again by itself all the same.
   */
  readonly place?: 'here' | 'page' | 'nowhere'
}

export type PartOnDemand<Props> = ((props: Props) => ReactNode) & {
  /** Fetches the code before it is shown. What fails is fetched again when the part is shown. */
  readonly prefetch: () => Promise<void>
}

/**
 * A component whose code is fetched when it is first shown. A fetch that fails is told where the part would be, with a
 * button, and repeated by itself; `lazy` of React would take the whole screen away, with what is typed in it.
 */
export function partOnDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { waiting = null, place = 'page' }: Ways = {},
): PartOnDemand<Props> {
  let Loaded: ComponentType<Props> | undefined
  let loading: Promise<void> | undefined
  const fetchCode = (): Promise<void> => {
    loading ??= load()
      .then((component) => {
        Loaded = component
      })
      .finally(() => {
        loading = undefined
      })
    return loading
  }

  function Part(props: Props) {
    const [, drawAgain] = useReducer((count: number) => count + 1, 0)
    const [hasFailed, setHasFailed] = useState(false)
    const fetchAgain = useRef(() => {})
    const isThere = Loaded !== undefined
    useEffect(() => {
      if (isThere) return
      let isShown = true
      let timer: ReturnType<typeof setTimeout> | undefined
      const fetchNow = () => {
        clearTimeout(timer)
        fetchCode().then(
          () => isShown && drawAgain(),
          () => {
            if (!isShown) return
            setHasFailed(true)
            timer = setTimeout(fetchNow, pauseMs)
          },
        )
      }
      fetchNow()
      fetchAgain.current = fetchNow
      addEventListener('online', fetchNow)
      return () => {
        isShown = false
        clearTimeout(timer)
        removeEventListener('online', fetchNow)
      }
    }, [isThere])
    if (Loaded !== undefined) return <Loaded {...props} />
    if (!hasFailed || place === 'nowhere') return waiting
    return <MissingPart place={place} onRetry={() => fetchAgain.current()} />
  }
  return Object.assign(Part, { prefetch: () => fetchCode().catch(() => undefined) })
}

function MissingPart({ place, onRetry }: { readonly place: 'here' | 'page'; readonly onRetry: () => void }) {
  const { t } = useTranslation()
  const notice = (
    <Paper
      role="alert"
      variant="outlined"
      sx={[
        { display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 1.5, px: 2, py: 1, maxWidth: 560 },
        place === 'page' && {
          position: 'fixed',
          zIndex: 'snackbar',
          insetInline: 16,
          bottom: 16,
          mx: 'auto',
          boxShadow: 4,
        },
      ]}
    >
      <Box sx={{ flex: '1 1 240px' }}>{t('ui.missingPart')}</Box>
      <Button size="small" onClick={onRetry}>
        {t('ui.error.retry')}
      </Button>
    </Paper>
  )
  return place === 'here' ? notice : <Portal>{notice}</Portal>
}
