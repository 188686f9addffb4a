import { useApiQuery } from '@pim/api-client/react'
import type { ChangedSource, ContentVariation } from '@pim/contract'
import { useState } from 'react'

const none: Readonly<Record<string, ChangedSource>> = {}

/**
 * Changes of the sources of texts that are out of date, by field. It stays for as long as the screen is open: the first
 * letters of a new text make it current, and whoever writes it still reads.
 */
export function useChangedSources({ contentVariationId, translation }: ContentVariation) {
  const [known, setKnown] = useState(none)
  const { data } = useApiQuery(
    'contentVariation.getChangedSources',
    { params: { contentVariationId } },
    { enabled: translation.outdatedFields.length > 0, failureGoesTo: 'screen' },
  )
  if (data?.some((each) => known[each.technicalFieldName] !== each))
    setKnown({ ...known, ...Object.fromEntries(data.map((each) => [each.technicalFieldName, each])) })
  return known
}
