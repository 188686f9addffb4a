import { useCallback, useEffect, useMemo, useState } from 'react'
import { requiredContext } from './required-context.ts'

/** What is typed and not saved, held by the shell for the account and the tenant until it is saved or thrown away. */
export interface UnsavedWork {
  read: (key: string) => unknown
  /** From here on leaving asks first. `label` is what the work is in, in the user's words. */
  keep: (key: string, label: string, draft: unknown) => void
  discard: (key: string) => void
  /** The screen has gone. What it kept stays for its return, but no longer stands in the way of leaving. */
  release: (key: string) => void
}

export const [UnsavedWorkProvider, useUnsavedWorkStore] = requiredContext<UnsavedWork>('useUnsavedWork')

/**
 * Guards what is being written: a closed tab, a change of section or tenant, an expired session and a failed save
 * lose nothing of it. Call `keep` at every change and `discard` once it is saved; `found` is what was left behind by
 * an earlier visit, for the screen to offer back. The key names the thing: `content-variation/<id>`.
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
