export { type ArchivedBuild, maxArchiveBytes, readBuildArchive } from './build-archive.ts'
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
  type Deployed,
  type Deployment,
  deleteRelease,
  findAllLiveBefore,
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
export { misfitOf, misfitsOf, sentenceOf } from './release-fits.ts'
export { languagesWithout, missingTextsOf, takenAddressOf } from './release-guards.ts'
export { isSigned, publicKeyOf } from './release-signature.ts'
export {
  createReleaseStore,
  ReleaseDamaged,
  type ReleaseStore,
} from './release-store.ts'
export { createReleases, type Releases } from './releases.ts'
export { NoBuild, type ReleaseFile, readBuild, type SectionBuild } from './section-build.ts'
