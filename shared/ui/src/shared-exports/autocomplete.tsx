import { type ComponentProps, lazy, Suspense } from 'react'

const Loaded = lazy(() => import('@mui/material/Autocomplete'))

/**
 * Loads MUI's Autocomplete lazily, because only editors use it and lists should not download it. A box of its height
 * stands there meanwhile.
 */
export function Autocomplete(props: ComponentProps<typeof Loaded>) {
  return (
    <Suspense fallback={<div style={{ minHeight: 40 }} />}>
      <Loaded {...props} />
    </Suspense>
  )
}
