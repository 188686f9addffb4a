/**
 * What a call reads or changes, as the browser's cache knows it. A call that changes a topic makes every answer that
 * read it stale: that is the whole cache policy ("Cache behaviour" of the product's specification).
 */
export const topics = [
  'search',
  'contentItem',
  'contentVariation',
  'linkedContent',
  'history',
  'contentModel',
  'binary',
  'taxonomies',
  'tenants',
  'members',
  'variations',
  'userProfile',
  'apiKeys',
  'jobs',
  'audit',
  'settings',
  'resources',
  'usage',
  'sections',
  'deployKeys',
  'imports',
  'savedChoices',
  'schedules',
] as const
export type Topic = (typeof topics)[number]

/** Everything that a change of content can be seen in. */
export const contentTopics = [
  'search',
  'contentItem',
  'contentVariation',
  'linkedContent',
  'history',
  'audit',
] as const satisfies readonly Topic[]

/** What the screens of one item are made from: for a call after which they are left, because the item is gone. */
export const topicsOfOneItem = [
  'contentItem',
  'contentVariation',
  'linkedContent',
  'history',
  'audit',
] as const satisfies readonly Topic[]
