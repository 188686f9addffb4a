export { hostConfig, remoteConfig } from './app-config.ts'
