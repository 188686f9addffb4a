import { type ApiClient, ApiError } from '@pim/api-client'
import { lineOfCall } from '@pim/api-client/calls'

/** The client of the shell for parts that are tried: what would change something is refused here, as one without the role is. */
export function readOnlyClient(client: ApiClient): ApiClient {
  const call: ApiClient['call'] = async (operation, request, options) => {
    const { changes, creates } = lineOfCall(operation)
    if (creates || changes.length > 0)
      throw new ApiError(403, operation, { problem: { status: 403, code: 'FORBIDDEN', message: '', traceId: '' } })
    return await client.call(operation, request, options)
  }
  // All calls of a tenant go through `call`: see `ApiProvider`.
  return Object.create(client, { call: { value: call } })
}
