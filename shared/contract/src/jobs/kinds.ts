/* Without zod, so that the browser can have it without the schemas. */

/** The work that is done in the background. A newer server may have more kinds than a browser knows. */
export const jobKinds = {
  resyncNewVariations: 'resync-new-variations',
  removeVariation: 'remove-variation',
  followVariations: 'follow-variations',
  changeContentOfTypes: 'change-content-of-types',
  detachConcepts: 'detach-concepts',
  reassignConcept: 'reassign-concept',
  makePlan: 'make-plan',
  executePlan: 'execute-plan',
  rehearseBulkChange: 'rehearse-bulk-change',
  executeBulkChange: 'execute-bulk-change',
  fetchImportFile: 'fetch-import-file',
  runSchedule: 'run-schedule',
  erase: 'erase',
  demoContent: 'demo-content',
} as const
export type JobKind = (typeof jobKinds)[keyof typeof jobKinds]
