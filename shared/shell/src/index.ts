export { type RemoteDefinition, shellContract } from './remote.ts'
