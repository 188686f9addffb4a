export { type ClientConfigurationParts, clientConfigurationHandlers } from './handlers.ts'
