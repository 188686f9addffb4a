import { partOnDemand } from '@pim/ui'
import { fetchOnDemandParts } from '@pim/ui/on-demand'
import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { restMs } from '../boot/at-rest.ts'
import { fetchFeedbackMessage } from '../feedback/feedback-list.tsx'
import type { CommandPalette } from '../palette/command-palette.tsx'
import { asksForKeys } from '../palette/help-key.ts'
import { createTypedAhead } from '../palette/typed-ahead.ts'
import { fetchFillPlace } from '../slots/offered-slots.tsx'
import type { UploadQueue } from '../uploads/upload-queue.ts'
import { fetchTenantMenu } from './tenant-selector.tsx'

/*
 * Parts of the layout that no first screen shows: their code comes when they are wanted, or once the page is at rest.
 */

const Palette = partOnDemand(async () => (await import('../palette/command-palette.tsx')).CommandPalette)
const Keys = partOnDemand(async () => (await import('../palette/keys-dialog.tsx')).KeysDialog)
const Tray = partOnDemand(async () => (await import('../uploads/upload-tray.tsx')).UploadTray)

/** Fills the main area of an installation without a tenant. */
export const FirstTenantOnDemand = partOnDemand(
  async () => (await import('../first-tenant/open-first-tenant.tsx')).OpenFirstTenant,
  { place: 'here' },
)

/** Fills the main area while the tenant is paused. */
export const PausedOnDemand = partOnDemand(async () => (await import('../tenancy/paused-tenant.tsx')).PausedTenant, {
  place: 'here',
})

/** The command palette, opened by ⌘K or Ctrl+K on every screen. */
export function PaletteOnDemand(props: Omit<ComponentProps<typeof CommandPalette>, 'takeTyped'>) {
  const { open, onOpenChange } = props
  const [ahead] = useState(() => createTypedAhead())
  const wasOpened = useRef(false)
  wasOpened.current ||= open
  useEffect(() => {
    // Fetched before it is opened, so that it takes the keys typed right after its shortcut. A failed fetch is repeated when it is opened.
    const timer = setTimeout(() => {
      fetchOnDemandParts()
      void fetchFeedbackMessage()
      void fetchTenantMenu()
      void fetchFillPlace()
      void Palette.prefetch()
    }, restMs)
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => {
    const openOnShortcut = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      if (!open) ahead.begin()
      onOpenChange(true)
    }
    addEventListener('keydown', openOnShortcut)
    return () => removeEventListener('keydown', openOnShortcut)
  }, [open, onOpenChange, ahead])
  useEffect(() => {
    addEventListener('keydown', ahead.keep, true)
    return () => removeEventListener('keydown', ahead.keep, true)
  }, [ahead])
  return wasOpened.current && <Palette {...props} takeTyped={ahead.take} />
}

/** Every key of the screen, opened by `?`. */
export function KeysOnDemand({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const wasOpened = useRef(false)
  wasOpened.current ||= open
  useEffect(() => {
    const openOnKey = (event: KeyboardEvent) => {
      if (!asksForKeys(event)) return
      event.preventDefault()
      onOpenChange(true)
    }
    addEventListener('keydown', openOnKey)
    return () => removeEventListener('keydown', openOnKey)
  }, [onOpenChange])
  return wasOpened.current && <Keys open={open} onClose={() => onOpenChange(false)} />
}

/** The list of uploads, once there is one. */
export function UploadsOnDemand({ queue }: { queue: UploadQueue }) {
  const hasUploads = useStore(queue.store, (uploads) => uploads.length > 0)
  return hasUploads && <Tray queue={queue} />
}
