export { hostConfig, remoteConfig } from './app-config.ts'
export { type Section, sectionSchema } from './section.ts'
