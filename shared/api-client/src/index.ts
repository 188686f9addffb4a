/** For sections that were built before shell contract 1.2; it is the contract's. */
export { reaches } from '@pim/contract/core/roles.ts'
export { ApiError, type ErrorPagePath, errorPageOf, type FailureKind } from './api-error.ts'
export { registerCall } from './calls.ts'
export { type ApiClient, type ApiClientOptions, type CallOptions, createApiClient } from './client.ts'
export { type Operation, type RequestOf, type ResponseOf, roleFor } from './operations.ts'
