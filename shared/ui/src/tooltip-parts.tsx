import { type ComponentProps, useRef } from 'react'
import { partOnDemand } from './part-on-demand.tsx'

/*
 * What MUI's Tooltip draws its text with. Nothing of it is drawn before the first text is shown, so the code comes then,
 * or when the page is at rest. The build of the shell puts these in place of MUI's own in Tooltip (`left-out.ts`), which
 * offers no way to leave them out. What the text belongs to is drawn by Tooltip itself, at once and with its label.
 */

const LoadedGrow = partOnDemand(async () => (await import('@mui/material/Grow')).default, { place: 'nowhere' })
const LoadedPopper = partOnDemand(
  async () => {
    // The text is never drawn without its way in and out: it would not be taken away again.
    const [{ default: Popper }] = await Promise.all([import('@mui/material/Popper'), import('@mui/material/Grow')])
    await LoadedGrow.prefetch()
    return Popper
  },
  { place: 'nowhere' },
)

export function TooltipPopper(props: ComponentProps<typeof LoadedPopper>) {
  const wasOpen = useRef(false)
  wasOpen.current ||= props.open
  return wasOpen.current && <LoadedPopper {...props} />
}

export const TooltipTransition = (props: ComponentProps<typeof LoadedGrow>) => <LoadedGrow {...props} />

export const fetchTooltipParts = (): Promise<void> => LoadedPopper.prefetch()
