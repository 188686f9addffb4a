import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from 'react'
import { useFieldServices } from './field-services.tsx'
import { UploadList, type UploadRow } from './upload-list.ts'

const FieldPlaceContext = createContext<string | undefined>(undefined)

interface FieldPlaceProps {
  /** Names this field of this draft among all that the page may draw; undefined for the fields of an entry, which have no such name. */
  readonly place: string | undefined
  readonly children: ReactNode
}

/** Says where a field stands, so that its uploads are found again when it is drawn anew, as after a change of variation. */
export function FieldPlace({ place, children }: FieldPlaceProps) {
  return <FieldPlaceContext value={place}>{children}</FieldPlaceContext>
}

/** Uploads of fields with a place that are not done; those of a field that is not drawn wait here for it. */
const kept = new Map<string, UploadList>()

const listAt = (place: string | undefined): UploadList =>
  (place === undefined ? undefined : kept.get(place)) ?? new UploadList()

/** The uploads of a field. Without a place they end with it. */
export function useUploadList(): { readonly list: UploadList; readonly rows: readonly UploadRow[] } {
  const place = useContext(FieldPlaceContext)
  const [list] = useState(() => listAt(place))
  const rows = useSyncExternalStore(list.subscribe, list.rows)
  const { holdForUploads } = useFieldServices()
  const isHeld = rows.length > 0
  useEffect(() => {
    if (place !== undefined && isHeld) holdForUploads?.(place, true)
    return () => {
      if (place !== undefined && isHeld) holdForUploads?.(place, false)
    }
  }, [place, isHeld, holdForUploads])
  useEffect(() => {
    if (place !== undefined) kept.set(place, list)
    return () => {
      if (place === undefined) list.leaveAll()
      else if (list.rows().length === 0) kept.delete(place)
    }
  }, [place, list])
  return { list, rows }
}
