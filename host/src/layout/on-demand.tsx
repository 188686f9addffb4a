import { fetchOnDemandParts } from '@pim/ui/on-demand'
import { type ComponentProps, lazy, Suspense, useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import type { CommandPalette } from '../palette/command-palette.tsx'
import type { UploadQueue } from '../uploads/upload-queue.ts'

/*
 * Parts of the layout that no first screen shows: their code comes when they are wanted, or once the page is at rest.
 */

const importPalette = () => import('../palette/command-palette.tsx')
const Palette = lazy(async () => ({ default: (await importPalette()).CommandPalette }))
const Tray = lazy(async () => ({ default: (await import('../uploads/upload-tray.tsx')).UploadTray }))
const FirstTenant = lazy(async () => ({
  default: (await import('../first-tenant/open-first-tenant.tsx')).OpenFirstTenant,
}))
const Paused = lazy(async () => ({ default: (await import('../tenancy/paused-tenant.tsx')).PausedTenant }))

/** Milliseconds after the first screen, in which nothing is fetched that it does not need. */
const restMs = 3_000

/** The command palette, opened by ⌘K or Ctrl+K on every screen. */
export function PaletteOnDemand(props: ComponentProps<typeof CommandPalette>) {
  const { open, onOpenChange } = props
  const wasOpened = useRef(false)
  wasOpened.current ||= open
  useEffect(() => {
    // Fetched before it is opened, so that it takes the keys typed right after its shortcut. A failed fetch is repeated when it is opened.
    const timer = setTimeout(() => {
      fetchOnDemandParts()
      importPalette().catch(() => undefined)
    }, restMs)
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => {
    const openOnShortcut = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      onOpenChange(true)
    }
    addEventListener('keydown', openOnShortcut)
    return () => removeEventListener('keydown', openOnShortcut)
  }, [onOpenChange])
  return (
    wasOpened.current && (
      <Suspense>
        <Palette {...props} />
      </Suspense>
    )
  )
}

/** The list of uploads, once there is one. */
export function UploadsOnDemand({ queue }: { queue: UploadQueue }) {
  const hasUploads = useStore(queue.store, (uploads) => uploads.length > 0)
  return (
    hasUploads && (
      <Suspense>
        <Tray queue={queue} />
      </Suspense>
    )
  )
}

export const FirstTenantOnDemand = () => (
  <Suspense>
    <FirstTenant />
  </Suspense>
)

export const PausedOnDemand = (props: ComponentProps<typeof Paused>) => (
  <Suspense>
    <Paused {...props} />
  </Suspense>
)
