import { type ComponentProps, lazy, Suspense, useRef } from 'react'

const LoadedMenu = lazy(() => import('@mui/material/Menu'))
const LoadedPopover = lazy(() => import('@mui/material/Popover'))

/*
 * MUI's Menu and Popover, which draw nothing until they are opened: their code comes then, in place of delaying the first
 * screen. Once opened they stay, for their way out.
 */

export function Menu(props: ComponentProps<typeof LoadedMenu>) {
  const isWanted = useEverTrue(props.open || props.keepMounted === true)
  return (
    isWanted && (
      <Suspense>
        <LoadedMenu {...props} />
      </Suspense>
    )
  )
}

export function Popover(props: ComponentProps<typeof LoadedPopover>) {
  const isWanted = useEverTrue(props.open || props.keepMounted === true)
  return (
    isWanted && (
      <Suspense>
        <LoadedPopover {...props} />
      </Suspense>
    )
  )
}

function useEverTrue(isTrue: boolean): boolean {
  const wasTrue = useRef(false)
  wasTrue.current ||= isTrue
  return wasTrue.current
}

/** Fetches their code, so that the first one opens at once. What fails is fetched again when one is opened. */
export function fetchOnDemandParts(): void {
  for (const part of [import('@mui/material/Menu'), import('@mui/material/Popover')]) part.catch(() => undefined)
}
