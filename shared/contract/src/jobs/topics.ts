/* Without zod, so that the browser can have it without the schemas. */
import { contentTopics, type Topic, topics } from '../core/topics.ts'
import { type JobKind, jobKinds } from './kinds.ts'

const changedBy: Readonly<Record<JobKind, readonly Topic[]>> = {
  [jobKinds.resyncNewVariations]: ['jobs', 'variations', ...contentTopics],
  [jobKinds.removeVariation]: ['jobs', 'variations', ...contentTopics],
  [jobKinds.followVariations]: ['jobs', 'variations', ...contentTopics],
  [jobKinds.changeContentOfTypes]: ['jobs', 'contentModel', ...contentTopics],
  [jobKinds.detachConcepts]: ['jobs', 'taxonomies', ...contentTopics],
  [jobKinds.reassignConcept]: ['jobs', 'taxonomies', ...contentTopics],
  // A plan that is kept is read under the topics of what it was made from.
  [jobKinds.makePlan]: ['jobs', 'contentVariation'],
  [jobKinds.executePlan]: ['jobs', ...contentTopics],
  [jobKinds.rehearseBulkChange]: ['jobs', 'schedules'],
  [jobKinds.executeBulkChange]: ['jobs', 'schedules', ...contentTopics],
  [jobKinds.fetchImportFile]: ['jobs', 'imports'],
  [jobKinds.runSchedule]: ['jobs', 'schedules'],
  [jobKinds.erase]: ['jobs', 'binary', 'members', 'userProfile', ...contentTopics],
  [jobKinds.demoContent]: topics,
}

const withoutJobs = topics.filter((topic) => topic !== 'jobs')

/**
 * The topics that a job changes while it is under way, for those who look at it: the lists that the demo fills show it as it
 * comes. The jobs themselves are left out, or each look at them would lead to the next one at once.
 */
export const topicsUnderWay = (kind: string): readonly Topic[] => (kind === jobKinds.demoContent ? withoutJobs : [])

/** The topics that a job has changed once it has ended. Of a kind that this browser does not know: all topics. */
export const topicsOfJob = (kind: string): readonly Topic[] =>
  Object.hasOwn(changedBy, kind) ? changedBy[kind as JobKind] : topics
