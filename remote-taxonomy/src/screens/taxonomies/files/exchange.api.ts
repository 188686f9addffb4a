import { useApi, useApiMutation } from '@pim/api-client/react'
import { saveFile } from '@pim/content-kit'
import { useTenant } from '@pim/shell'
import { useCallback } from 'react'

/** Formats that concepts come and go in, and the end of their files' names. */
export const formats = ['csv', 'xlsx', 'turtle', 'jsonld'] as const
export type FileFormat = (typeof formats)[number]
const endings: Record<FileFormat, string> = { csv: 'csv', xlsx: 'xlsx', turtle: 'ttl', jsonld: 'jsonld' }

/** Format of a file by the end of its name; a file with an unknown one is read as CSV, whose files have many. */
export function formatOf(fileName: string): FileFormat {
  if (/\.xlsx$/i.test(fileName)) return 'xlsx'
  if (/\.(?:ttl|turtle)$/i.test(fileName)) return 'turtle'
  return /\.json(?:ld)?$/i.test(fileName) ? 'jsonld' : 'csv'
}

/** The server takes no more. */
export const maxFileBytes = 16 * 2 ** 20
/** Rows of each outcome that are asked for; the server answers no more. */
export const maxRowsOfOutcome = 1_000

// A large file takes longer than calls usually may.
const call = { timeout: 0 }
export const useRehearsal = () => useApiMutation('taxonomies.rehearseConceptImport', { failureGoesTo: 'screen', call })
export const useImport = () => useApiMutation('taxonomies.importConcepts', { failureGoesTo: 'screen', call })

/** Saves a taxonomy's concepts as a file. Rejects with an `ApiError`. */
export function useExport() {
  const api = useApi()
  const { externalId: tenantId } = useTenant()
  return useCallback(
    async (taxonomyId: string, name: string, format: FileFormat) => {
      const request = { params: { taxonomyId }, query: { format } }
      const blob = await api.taxonomies.exportConcepts(request, { tenantId, timeout: 0 })
      saveFile(blob, `${name.replace(/[\\/:*?"<>|\p{Cc}]+/gu, ' ').trim() || 'concepts'}.${endings[format]}`)
    },
    [api, tenantId],
  )
}
