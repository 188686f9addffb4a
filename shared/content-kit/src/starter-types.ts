import { useApiQuery } from '@pim/api-client/react'
import type { ContentType, ContentTypeKind } from '@pim/contract'

/** The starter types that the tenant does not have, of one kind or of both; undefined until they are known. */
export function useStarterTypes(isWanted: boolean, kind?: ContentTypeKind): readonly ContentType[] | undefined {
  const { data } = useApiQuery('contentModel.getStarterTypes', {}, { enabled: isWanted, failureGoesTo: 'screen' })
  return data?.filter((type) => kind === undefined || type.kind === kind)
}
