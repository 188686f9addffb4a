export { countKeys, countKeysByTarget, isValidImportKey } from './api-key.repository.ts'
export { apiKeysHandlers } from './handlers.ts'
export { apiKeyChanged, createKeyCheck, type KeyCheck } from './key-check.ts'
export { type ApiKeysService, createApiKeysService } from './service.ts'
