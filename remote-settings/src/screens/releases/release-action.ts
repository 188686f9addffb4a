import type { DeployedSection } from '@pim/contract'

/** What somebody who runs the installation is doing with the releases of a section. */
export interface ReleaseAction {
  kind: 'promote' | 'canary' | 'endCanary' | 'rollBack' | 'changes'
  section: DeployedSection
}
