export { ApiError, type ErrorPagePath, errorPageOf, type FailureKind } from './api-error.ts'
export { type ApiClient, type ApiClientOptions, type CallOptions, createApiClient } from './client.ts'
export { type Operation, type RequestOf, type ResponseOf, reaches, roleFor } from './operations.ts'
