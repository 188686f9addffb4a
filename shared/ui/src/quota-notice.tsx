import type { ElementType } from 'react'
import { partOnDemand } from './part-on-demand.tsx'

const QuotaAlert = partOnDemand(async () => (await import('./quota-alert.tsx')).QuotaAlert, { place: 'nowhere' })

interface QuotaNoticeProps {
  /** From `useQuotaWarning` of `@pim/shell`; nothing is shown without one. */
  warning:
    | { readonly text: string; readonly isReached: boolean; readonly to: string; readonly linkLabel: string }
    | undefined
  /** The `Link` of the router. */
  link: ElementType
}

/** The line about a quota, whose code comes where there is one to be said: few lists have it. */
export function QuotaNotice({ warning, link }: QuotaNoticeProps) {
  return warning ? <QuotaAlert warning={warning} link={link} /> : null
}
