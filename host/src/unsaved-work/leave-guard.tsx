import { Button } from '@mui/material'
import { ConfirmDialog } from '@pim/ui'
import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBlocker } from 'react-router'
import { useStore } from 'zustand'
import type { UnsavedWorkStore } from './unsaved-work-store.ts'

type ConfirmLeaving = () => Promise<boolean>

const LeaveContext = createContext<ConfirmLeaving>(async () => true)

/** Asks before a change of tenant or a logout, if anything is unsaved; resolves to whether one may go. */
export const useConfirmLeaving = () => useContext(LeaveContext)

interface LeaveGuardProps {
  work: UnsavedWorkStore
  children: ReactNode
}

/** Stands between unsaved work and every way of leaving it. */
export function LeaveGuard({ work, children }: LeaveGuardProps) {
  const { t, i18n } = useTranslation()
  const [pending, setPending] = useState<{ answer: (mayGo: boolean) => void }>()
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
    // Drafts in the storage outlive the page; only one that could not be kept is worth the browser's own question.
    const beforeUnload = (event: BeforeUnloadEvent) => {
      if (work.open().some(({ isKept }) => !isKept)) event.preventDefault()
    }
    addEventListener('beforeunload', beforeUnload)
    return () => removeEventListener('beforeunload', beforeUnload)
  }, [work])

  const confirmLeaving = useCallback(
    () =>
      work.open().length === 0
        ? Promise.resolve(true)
        : new Promise<boolean>((resolve) => setPending({ answer: resolve })),
    [work],
  )
  const settle = (mayGo: boolean) => {
    if (blocker.state === 'blocked') mayGo ? blocker.proceed() : blocker.reset()
    pending?.answer(mayGo)
    setPending(undefined)
  }
  const open = useStore(work.store)
  const labels = new Intl.ListFormat(i18n.language).format(open.map(({ label }) => label))

  return (
    <LeaveContext value={confirmLeaving}>
      {children}
      <ConfirmDialog
        open={blocker.state === 'blocked' || pending !== undefined}
        title={t('shell.unsaved.title')}
        confirmLabel={t('shell.unsaved.leave')}
        onConfirm={() => settle(true)}
        onCancel={() => settle(false)}
        alternative={
          <Button
            color="error"
            onClick={() => {
              work.discardAll()
              settle(true)
            }}
          >
            {t('shell.unsaved.discard')}
          </Button>
        }
      >
        {t('shell.unsaved.description', { labels })}
      </ConfirmDialog>
    </LeaveContext>
  )
}
