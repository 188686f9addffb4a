export {
  canariesFor,
  getsCanary,
  liveReleaseOf,
  manifestUrlOf,
  releaseInUrl,
} from './choose-release.ts'
export {
  appendChange,
  type CanaryPeople,
  type ChangeRecord,
  countCanaryPeople,
  countFailure,
  type Deployment,
  deleteRelease,
  findChanges,
  findDeployments,
  findLiveBefore,
  findRelease,
  findReleaseIds,
  findReleaseRecords,
  hasReleases,
  lockDeployment,
  markTakenBack,
  noteCanaryFailure,
  noteGiven,
  openDeployment,
  type Release,
  type ReleaseRecord,
  setLive,
  setServerRelease,
  storeCanary,
  storeRelease,
} from './release.repository.ts'
export { misfitOf } from './release-fits.ts'
export {
  createReleaseStore,
  NoBuild,
  ReleaseDamaged,
  type ReleaseFile,
  type ReleaseStore,
  readBuild,
} from './release-store.ts'
export { createReleases, type Releases } from './releases.ts'
