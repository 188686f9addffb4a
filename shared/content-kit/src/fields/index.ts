export { useFieldServices } from './use-field-services.ts'
export { aroundChanges, type TextRun, wordChanges } from './word-changes.ts'
