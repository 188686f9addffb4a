import type { Bundle } from '../bundle.ts'
import type { ApiSession } from './api-session.ts'
import { finishBundle } from './finish-bundle.ts'
import { loadInBatches } from './load-in-batches.ts'
import { ensureTenant } from './load-model.ts'
import { LoadReport } from './load-report.ts'

export interface LoadOptions {
  /** How many calls at a time. */
  readonly width?: number
  /** The name of the source: what it wrote earlier may be replaced, everything else is kept. */
  readonly source?: string
  /** Brings back what staff have deleted and the bundle has; left out, it stays deleted and the report names it. */
  readonly restoresDeleted?: boolean
  /** Signs in the people that the bundle names; left out, whoever loads does everything. */
  readonly signIn?: (username: string) => ApiSession
  readonly onProgress?: (done: number, total: number) => void
}

/**
 * Loads a bundle through the public API alone. Safe to repeat: what is there and the same is left untouched, what was
 * changed otherwise is kept, and a run that was cut short goes on where it stopped. What cannot be loaded is in the report.
 */
export async function loadBundle(
  session: ApiSession,
  tenant: string,
  bundle: Bundle,
  { width = 8, source = 'catalogue', restoresDeleted = false, signIn, onProgress = () => {} }: LoadOptions = {},
): Promise<LoadReport> {
  const report = new LoadReport(bundle.failures)
  await ensureTenant(session, tenant, bundle)
  if (bundle.existing === 'keep') await finishBundle(session, bundle, report, { width, signIn, onProgress })
  else await loadInBatches(session, bundle, report, { width, source, restoresDeleted, onProgress })
  return report
}
