import { Typography } from '@mui/material'
import type { PageHeader } from '@pim/ui'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'

/** The length of a list, counted as far as that is cheap: where it `isCapped`, there are at least `count`. */
export interface Total {
  readonly count: number
  readonly isCapped: boolean
}

export function useTotalText(): (total: Total) => string {
  const { t, i18n } = useTranslation()
  const number = new Intl.NumberFormat(i18n.language)
  return ({ count, isCapped }) =>
    isCapped ? t('kit.total.more', { total: number.format(count - 1) }) : number.format(count)
}

interface Counted {
  readonly totalCount: number
  readonly totalIsCapped?: boolean | undefined
}

/** The part of a page's header that says how long its list is; nothing while that is unknown. */
export function useHeaderTotal(): (
  paging: Counted | undefined,
) => Pick<ComponentProps<typeof PageHeader>, 'count' | 'after'> {
  const totalText = useTotalText()
  return (paging) => {
    if (!paging?.totalIsCapped) return { count: paging?.totalCount }
    const text = totalText({ count: paging.totalCount, isCapped: true })
    const after = (
      <Typography component="span" color="textSecondary" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {text}
      </Typography>
    )
    return { after }
  }
}
