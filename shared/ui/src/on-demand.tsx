import { type ComponentProps, type ComponentType, useRef } from 'react'
import type { OptionListProps } from './option-list.tsx'
import { partOnDemand } from './part-on-demand.tsx'
import { fetchTooltipParts } from './tooltip-parts.tsx'

/*
 * Parts of MUI and of this package that no first screen draws before something is opened, or is under way: their code
 * comes then, or when the page is at rest, in place of delaying the first screen.
 */

type Parts = typeof import('./opened-parts.ts')

const parts = (): Promise<Parts> => import('./opened-parts.ts')

/** For what stands inside something that is open: that has fetched the code, and tells where it failed. */
const inside = { place: 'nowhere' } as const

export const Divider = partOnDemand(async () => (await parts()).Divider, inside)
export const MenuItem = partOnDemand(async () => (await parts()).MenuItem, inside)
export const MenuList = partOnDemand(async () => (await parts()).MenuList, inside)
export const OptionList = partOnDemand<OptionListProps>(async () => (await parts()).OptionList, inside)

const insideOfMenus = [Divider, MenuItem, MenuList, OptionList]

/** A menu is drawn together with what is in it: by its size it finds its place on the screen. */
const withInside = async <Part,>(part: (parts: Parts) => Part): Promise<Part> => {
  const loaded = await parts()
  await Promise.all(insideOfMenus.map((each) => each.prefetch()))
  return part(loaded)
}

const LoadedMenu = partOnDemand(() =>
  withInside(({ Menu: loaded }): ComponentType<ComponentProps<typeof loaded>> => loaded),
)
const LoadedPopover = partOnDemand(() => withInside(({ Popover: loaded }) => loaded))

/* They draw nothing until they are opened. Once opened they stay, for their way out. */

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

export const Alert = partOnDemand(async () => (await parts()).Alert, { place: 'here' })

/** In buttons too, whose work is under way: the build of the shell puts it in place of MUI's own there (`left-out.ts`). */
export const CircularProgress = partOnDemand(async () => (await parts()).CircularProgress, inside)

/** Fetches their code, so that the first one opens at once. What fails is fetched again when one is opened. */
export function fetchOnDemandParts(): void {
  for (const part of [LoadedMenu, LoadedPopover, Alert, CircularProgress]) void part.prefetch()
  void fetchTooltipParts()
}
