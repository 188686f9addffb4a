export { createNoteCaller } from './note-callers.ts'
export { createFindStanding } from './standing.ts'
