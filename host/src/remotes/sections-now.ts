import { useApiQuery } from '@pim/api-client/react'
import type { ClientConfiguration } from '@pim/contract'
import { fitsApi, fitsShell } from '@pim/contract/core/fits.ts'
import { useMemo } from 'react'
import { type Section, sectionsOf } from './sections.ts'

/** The sections of the installation as they are now: what is made live for everybody reaches pages that are open. */
export function useSectionsNow(atStart: readonly Section[], everyMs: number): readonly Section[] {
  const { data } = useApiQuery(
    'clientConfiguration.getClientConfiguration',
    {},
    { failureGoesTo: 'screen', staleTime: everyMs, refetchInterval: everyMs },
  )
  return useMemo(() => (data ? sectionsNow(atStart, data) : atStart), [atStart, data])
}

/** A release for a newer shell or API than this page's is left to pages that are loaded anew; this one goes on with what it has. */
export const sectionsNow = (atStart: readonly Section[], configuration: ClientConfiguration): readonly Section[] =>
  sectionsOf(configuration).map((section) =>
    isForThisPage(section) ? section : (atStart.find(({ name }) => name === section.name) ?? section),
  )

const isForThisPage = ({ shellContract, apiContract }: Section) =>
  (shellContract === undefined || fitsShell(shellContract)) && (apiContract === undefined || fitsApi(apiContract))
