import { type ComponentProps, lazy, Suspense } from 'react'

const Loaded = lazy(() => import('@mui/material/Autocomplete'))

/** Only editors use it, and no list should wait for it: it comes with the first of them. Its place is kept meanwhile. */
export function Autocomplete(props: ComponentProps<typeof Loaded>) {
  return (
    <Suspense fallback={<div style={{ minHeight: 40 }} />}>
      <Loaded {...props} />
    </Suspense>
  )
}
