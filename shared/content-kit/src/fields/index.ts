export { type ChangedTexts, changedTexts, MarkedRuns } from './changed-words.tsx'
export { useConceptServices } from './use-concept-services.ts'
export { useFieldServices } from './use-field-services.ts'
export { aroundChanges, type TextRun, wordChanges } from './word-changes.ts'
