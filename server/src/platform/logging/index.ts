export { createLogger, type LogSettings } from './logger.ts'
