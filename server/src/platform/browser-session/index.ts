export { type BrowserSessions, createBrowserSessions, isSame } from './browser-sessions.ts'
export { createSeal } from './seal.ts'
