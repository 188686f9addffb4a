import { mkdir } from 'node:fs/promises'
import type { DataSettings } from './config.ts'
import type { Archiver } from './platform/archive/index.ts'
import type { EmbeddedDatabase } from './platform/embedded-database/embedded-database.ts'
import type { SupervisorLog } from './platform/embedded-database/supervisor.ts'

export interface OwnDatabase extends EmbeddedDatabase {
  /** Where the settings name an archive. */
  readonly archiver: Archiver | undefined
}

/**
 * Starts the embedded database, with its archive: whoever writes without it, be it a task for a moment, leaves a gap in the
 * log, behind which the archive brings nothing back.
 */
export async function startOwnDatabase(config: DataSettings, log?: SupervisorLog): Promise<OwnDatabase> {
  const { startEmbeddedDatabase } = await import('./platform/embedded-database/embedded-database.ts')
  const { dataDir: dataFolder, archive } = config
  await mkdir(dataFolder, { recursive: true })
  const { createArchiver, forgetBase } = await import('./platform/archive/index.ts')
  const archiver = archive && (await createArchiver({ ...archive, dataFolder, log: log ?? silent }))
  const embedded = await startEmbeddedDatabase({ dataFolder, ...(log && { log }), archive: archiver })
  const stop = async () => {
    await embedded.stop()
    await archiver?.close()
  }
  try {
    if (archiver === undefined) await forgetBase(dataFolder)
    await archiver?.begin(embedded.superuser)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    address: embedded.address,
    superuser: embedded.superuser,
    get pid() {
      return embedded.pid
    },
    archiver,
    stop,
  }
}

const silent: SupervisorLog = { info: () => {}, warn: () => {} }
