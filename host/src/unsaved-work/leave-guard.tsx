import { partOnDemand } from '@pim/ui'
import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBlocker } from 'react-router'
import { useStore } from 'zustand'
import type { UnsavedWorkStore } from './unsaved-work-store.ts'

type ConfirmLeaving = () => Promise<boolean>

const LeaveDialog = partOnDemand(async () => (await import('./leave-dialog.tsx')).LeaveDialog)

const LeaveContext = createContext<ConfirmLeaving>(async () => true)

/** Asks before a change of tenant or a logout if there is unsaved work; resolves to whether to go on. */
export const useConfirmLeaving = () => useContext(LeaveContext)

interface LeaveGuardProps {
  work: UnsavedWorkStore
  children: ReactNode
}

/** Asks for confirmation before navigation leaves unsaved work. */
export function LeaveGuard({ work, children }: LeaveGuardProps) {
  const { i18n } = useTranslation()
  const [pending, setPending] = useState<{ answer: (mayLeave: boolean) => void }>()
  const blocker = useBlocker(
    useCallback(
      ({
        currentLocation,
        nextLocation,
      }: {
        currentLocation: { pathname: string }
        nextLocation: { pathname: string }
      }) => work.open().length > 0 && currentLocation.pathname !== nextLocation.pathname,
      [work],
    ),
  )

  useEffect(() => {
    // Drafts in localStorage survive leaving the page, so the browser's own dialog is shown only where one could not be
    // stored.
    const beforeUnload = (event: BeforeUnloadEvent) => {
      work.flush()
      if (work.open().some(({ isStored }) => !isStored)) event.preventDefault()
    }
    addEventListener('beforeunload', beforeUnload)
    // Where a page is closed or put aside without that question, as on telephones.
    addEventListener('pagehide', work.flush)
    document.addEventListener('visibilitychange', work.flush)
    return () => {
      removeEventListener('beforeunload', beforeUnload)
      removeEventListener('pagehide', work.flush)
      document.removeEventListener('visibilitychange', work.flush)
    }
  }, [work])

  const confirmLeaving = useCallback(
    () =>
      work.open().length === 0
        ? Promise.resolve(true)
        : new Promise<boolean>((resolve) => setPending({ answer: resolve })),
    [work],
  )
  const decide = (mayLeave: boolean) => {
    if (blocker.state === 'blocked') mayLeave ? blocker.proceed() : blocker.reset()
    pending?.answer(mayLeave)
    setPending(undefined)
  }
  const open = useStore(work.store)
  const isAsking = blocker.state === 'blocked' || pending !== undefined
  const isWriting = open.length > 0
  useEffect(() => {
    // Fetched when somebody begins to write, so that it is there when they leave.
    if (isWriting) void LeaveDialog.prefetch()
  }, [isWriting])
  const wasAsked = useRef(false)
  wasAsked.current ||= isAsking
  const labels = new Intl.ListFormat(i18n.language).format(open.map(({ label }) => label))

  return (
    <LeaveContext value={confirmLeaving}>
      {children}
      {wasAsked.current && (
        <LeaveDialog
          open={isAsking}
          labels={labels}
          onLeave={() => decide(true)}
          onStay={() => decide(false)}
          onDiscard={() => {
            work.discardAll()
            decide(true)
          }}
        />
      )}
    </LeaveContext>
  )
}
