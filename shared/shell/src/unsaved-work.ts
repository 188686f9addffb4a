import { useCallback, useEffect, useMemo, useState } from 'react'
import { requiredContext } from './required-context.ts'

/** Drafts that are not saved yet, held by the shell for the user and the tenant until they are saved or discarded. */
export interface UnsavedWork {
  read: (key: string) => unknown
  /** Stores a draft; from now on leaving the page asks first. `label` names the edited thing for that question. */
  keep: (key: string, label: string, draft: unknown) => void
  discard: (key: string) => void
  /** Called on unmount. The draft stays for the next visit, but leaving the page no longer asks. */
  release: (key: string) => void
}

export const [UnsavedWorkProvider, useUnsavedWorkStore] = requiredContext<UnsavedWork>('useUnsavedWork')

/**
 * Keeps a draft, so that a closed tab, a change of section or tenant, an expired session and a failed save lose
 * nothing. Call `keep` at every change and `discard` once it is saved. `found` is the draft left by an earlier visit,
 * which the screen offers to restore. The key names the edited thing: `content-variation/<id>`.
 */
export function useUnsavedWork<Draft>(key: string, label: string) {
  const store = useUnsavedWorkStore()
  const [found, setFound] = useState(() => ({ key, draft: store.read(key) as Draft | undefined }))
  if (found.key !== key) setFound({ key, draft: store.read(key) as Draft | undefined })

  useEffect(() => () => store.release(key), [store, key])
  const keep = useCallback((draft: Draft) => store.keep(key, label, draft), [store, key, label])
  const discard = useCallback(() => {
    store.discard(key)
    setFound({ key, draft: undefined })
  }, [store, key])
  return useMemo(() => ({ found: found.draft, keep, discard }), [found, keep, discard])
}
