import { type ComponentProps, useRef } from 'react'
import { partOnDemand } from './part-on-demand.tsx'
import { fetchTooltipParts } from './tooltip-parts.tsx'

const LoadedMenu = partOnDemand(async () => (await import('@mui/material/Menu')).default)
const LoadedPopover = partOnDemand(async () => (await import('@mui/material/Popover')).default)

/*
 * MUI's Menu and Popover, which draw nothing until they are opened: their code comes then, in place of delaying the first
 * screen. Once opened they stay, for their way out.
 */

export function Menu(props: ComponentProps<typeof LoadedMenu>) {
  const isWanted = useEverTrue(props.open || props.keepMounted === true)
  return isWanted && <LoadedMenu {...props} />
}

export function Popover(props: ComponentProps<typeof LoadedPopover>) {
  const isWanted = useEverTrue(props.open || props.keepMounted === true)
  return isWanted && <LoadedPopover {...props} />
}

function useEverTrue(isTrue: boolean): boolean {
  const wasTrue = useRef(false)
  wasTrue.current ||= isTrue
  return wasTrue.current
}

/** Fetches their code, so that the first one opens at once. What fails is fetched again when one is opened. */
export function fetchOnDemandParts(): void {
  for (const part of [LoadedMenu, LoadedPopover]) void part.prefetch()
  void fetchTooltipParts()
}
