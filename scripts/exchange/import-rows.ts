import { type FileHandle, open } from 'node:fs/promises'
import { basename } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type BulkChange, contract, type ImportMapping, type ImportProfile } from '@pim/contract'
import type { ApiSession } from '../catalogue/load/api-session.ts'

export interface RowsImport {
  /** Left out: that of the profile. */
  readonly technicalContentTypeName?: string | undefined
  /** The name of a saved profile: its mapping, and what it says of changes by staff and of items that are gone. */
  readonly profile?: string | undefined
  /** Left out: as it is proposed for the file. */
  readonly mapping?: Partial<Omit<ImportMapping, 'importFileId'>>
  /** Columns that go nowhere, though they could: ids, where a file of one tenant goes into another. */
  readonly ignored?: readonly string[]
  /** Left out: the file is rehearsed, and nothing is written. */
  readonly runs?: boolean
  readonly onProgress?: (text: string) => void
}

/**
 * Sends a file of rows (CSV, XLSX, XML, JSON lines), rehearses it, and executes it where that is asked for: the same that the section for
 * import does. Answers the bulk change as it is then.
 */
export async function importRows(session: ApiSession, path: string, asked: RowsImport): Promise<BulkChange> {
  const { ignored = [], onProgress = () => undefined } = asked
  const profile = asked.profile === undefined ? undefined : await findProfile(session, asked.profile)
  const technicalContentTypeName = asked.technicalContentTypeName ?? profile?.technicalContentTypeName
  if (technicalContentTypeName === undefined) throw new Error('neither a content type nor a profile is named')
  const importFileId = await sendFile(session, path, onProgress)
  const inspection = await session.call(contract.import.inspectImportFile, {
    params: { importFileId },
    body: { technicalContentTypeName },
  })
  const { shape, proposal, proposedKeyField, proposedJoinBy, problems } = inspection
  const { proposedNumbers: numbers, proposedDates: dates, proposedRichTexts: richTexts } = inspection
  const ended = shape === null ? problems[0] : undefined
  if (ended !== undefined) throw new Error(`${basename(path)} cannot be read: ${ended.message}`)
  const left = proposal.filter(({ target }) => target.kind === 'ignored').map(({ column }) => column)
  const mapping = { ...profile, ...asked.mapping }
  if (left.length > 0 && mapping.columns === undefined) onProgress(`columns that go nowhere: ${left.join(', ')}`)
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  const file = {
    importFileId,
    technicalContentTypeName,
    ...(shape !== null && { shape }),
    columns: proposal.map(({ column, target, reading }) => ({
      column,
      target: ignored.includes(column) ? { kind: 'ignored' as const } : target,
      // A time without a zone is one of this machine.
      ...(reading && { reading: { ...reading, timeZone } }),
    })),
    ...(proposedKeyField !== null && { keyField: proposedKeyField }),
    ...(proposedJoinBy !== undefined && { joinBy: proposedJoinBy }),
    numbers,
    dates,
    richTexts,
    ...mapping,
  }
  const made = await session.call(contract.bulkChange.createBulkChange, { body: { name: basename(path), file } })
  const rehearsed = await settled(session, made)
  if (!asked.runs || rehearsed.state !== 'ready') return rehearsed
  const { bulkChangeId, fingerprint } = rehearsed
  const execution = { params: { bulkChangeId }, body: { fingerprint } }
  return settled(session, await session.call(contract.bulkChange.executeBulkChange, execution))
}

/** One's own where that has the name, else a shared one. A key has none of its own. */
async function findProfile(session: ApiSession, name: string): Promise<ImportProfile & { readonly profileId: string }> {
  const query = { kind: 'importProfile' } as const
  const all = (await session.call(contract.savedChoices.getSavedChoices, { query })).filter(
    (each) => each.name === name,
  )
  const found = all.find(({ isShared }) => !isShared) ?? all[0]
  if (found?.kind !== 'importProfile')
    throw new Error(`there is no profile ${name} that this caller sees; is it shared?`)
  return { ...found.content, profileId: found.savedChoiceId }
}

async function sendFile(session: ApiSession, path: string, onProgress: (text: string) => void): Promise<string> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const body = { fileName: basename(path), byteSize: size }
    const { importFileId, partBytes } = await session.call(contract.import.createImportFile, { body })
    for (let from = 0; from < size; from += partBytes) {
      const part = await bytesOf(file, from, Math.min(partBytes, size - from))
      const params = { importFileId, partNumber: String(from / partBytes) }
      await session.sendFile(contract.import.putImportFilePart, { params }, part, 'part')
      onProgress(`${Math.min(from + partBytes, size)} of ${size} bytes sent`)
    }
    return importFileId
  } finally {
    await file.close()
  }
}

async function bytesOf(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length)
  for (let read = 0; read < length; ) {
    const { bytesRead } = await file.read(bytes, read, length - read, position + read)
    if (bytesRead === 0) throw new Error('the file has become shorter while it was read')
    read += bytesRead
  }
  return bytes
}

async function settled(session: ApiSession, { bulkChangeId }: BulkChange): Promise<BulkChange> {
  for (;;) {
    const now = await session.call(contract.bulkChange.getBulkChange, { params: { bulkChangeId } })
    if (now.state !== 'rehearsing' && now.state !== 'executing') return now
    await wait(250)
  }
}
