import { useApiQuery } from '@pim/api-client/react'
import type { BulkChange } from '@pim/contract'
import type { FieldServices } from '@pim/field-types/react'
import { useMemo } from 'react'

/** Rows name concepts that the execution will make by ids that nothing has yet: they are called as they will be. */
export function useComingConcepts({ bulkChangeId, counts }: BulkChange, services: FieldServices): FieldServices {
  const { data } = useApiQuery(
    'bulkChange.getImportAdditions',
    { params: { bulkChangeId } },
    { failureGoesTo: 'screen', enabled: (counts.newConcepts ?? 0) > 0 },
  )
  return useMemo(() => {
    if (!data || data.concepts.length === 0) return services
    const coming = new Map(data.concepts.map((each) => [each.conceptId, each]))
    return {
      ...services,
      conceptLabel: async (conceptId, signal) => coming.get(conceptId) ?? services.conceptLabel(conceptId, signal),
    }
  }, [data, services])
}
