export { createDeployments, type Deployments } from './deployments.ts'
export { sectionsHandlers } from './handlers.ts'
export { createRemotesFor } from './remotes-for.ts'
export { createSectionFailures } from './section-failures.ts'
