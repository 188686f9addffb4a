import { ApiError } from '@pim/api-client'
import { useApi, useApiQuery, useRefreshed } from '@pim/api-client/react'
import type { ContentItem, Erasure, PurgePreview } from '@pim/contract'
import { readableSize } from '@pim/contract/core/readable-size.ts'
import { topicsOfOneItem } from '@pim/contract/core/topics.ts'
import { useTenant } from '@pim/shell'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

/** One line of what an erasure will remove, or has removed. */
export interface ErasureFact {
  readonly label: string
  readonly value: string
}

/** For `EraseDialog` of `@pim/ui`. */
export interface ItemErasure {
  /** What will go; `undefined` until it is known. */
  readonly facts: readonly ErasureFact[] | undefined
  /** Why nothing was erased, or why it is not known what would go. */
  readonly failure: string | undefined
  readonly isBusy: boolean
  /** What went, once it did. */
  readonly report: readonly ErasureFact[] | undefined
  readonly erase: () => Promise<void>
}

const namesShown = 5

/** What erasing a deleted item would remove; erases it. The screen of the item is left by whoever shows the report. */
export function useItemErasure({ contentItemId, version }: ContentItem): ItemErasure {
  const { t } = useTranslation()
  const api = useApi()
  const { externalId: tenantId } = useTenant()
  const refreshed = useRefreshed()
  const factsOf = useErasureFacts()
  const reportOf = useErasureReport()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const [report, setReport] = useState<readonly ErasureFact[]>()
  const params = { contentItemId }
  const { data, isError } = useApiQuery(
    'contentItem.previewPurge',
    { params },
    { failureGoesTo: 'screen', enabled: report === undefined },
  )
  return {
    isBusy,
    report,
    failure: failure ?? (isError ? t('kit.erasure.notTold') : undefined),
    facts: data && factsOf(data),
    erase: async () => {
      setBusy(true)
      setFailure(undefined)
      try {
        // The item is still on the screen behind the report.
        const options = { tenantId, leaves: topicsOfOneItem }
        const erasure = await api.contentItem.purgeItem({ params, ifMatch: version }, options)
        setReport(reportOf(erasure))
      } catch (error) {
        // Where somebody was faster, what is there now is read again, and goes at the next confirmation.
        setFailure((error instanceof ApiError && error.problem?.message) || t('kit.erasure.failed'))
        return
      } finally {
        setBusy(false)
      }
      await refreshed()
    },
  }
}

/** What an erasure would remove, in words. */
export function useErasureFacts() {
  const { t, i18n } = useTranslation()
  const number = new Intl.NumberFormat(i18n.language)
  const named = (count: number, names: readonly string[], size = '') => {
    const shown = names.slice(0, namesShown).join(', ')
    const more = count > namesShown ? '…' : ''
    return `${number.format(count)}${size && ` · ${size}`}${shown && `: ${shown}${more}`}`
  }
  return ({ variations, versions, fileCount, fileBytes, files, ...links }: PurgePreview): ErasureFact[] => [
    { label: t('kit.erasure.variations'), value: number.format(variations) },
    { label: t('kit.erasure.versions'), value: number.format(versions) },
    {
      label: t('kit.erasure.files'),
      value: named(
        fileCount,
        files.map(({ fileName }) => fileName),
        fileCount > 0 ? readableSize(fileBytes, i18n.language) : '',
      ),
    },
    {
      label: t('kit.erasure.links'),
      value: named(
        links.linkedFromCount,
        links.linkedFrom.map(({ name }) => name),
      ),
    },
  ]
}

const told = [
  'items',
  'variations',
  'versions',
  'indexEntries',
  'files',
  'storedFiles',
  'auditDetails',
  'keptAnswers',
  'events',
  'profiles',
  'accounts',
  'memberships',
  'sessions',
]

/** The report of an erasure in words: what went of each kind, and whether the last of it is still under way. */
export function useErasureReport() {
  const { t, i18n } = useTranslation()
  return ({ removed, status }: Pick<Erasure, 'removed'> & Partial<Pick<Erasure, 'status'>>): ErasureFact[] => {
    const number = new Intl.NumberFormat(i18n.language)
    const facts = Object.entries(removed)
      .filter(([, count]) => count > 0)
      .map(([kind, count]) => ({
        label: told.includes(kind) ? t(`kit.erasure.removed.${kind}`) : kind,
        value: number.format(count),
      }))
    if (status === undefined || status === 'done') return facts
    return [...facts, { label: t('kit.erasure.rest'), value: t(`kit.erasure.rest.${status}`) }]
  }
}
