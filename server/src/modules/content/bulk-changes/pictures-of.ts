import type { AskedPicture } from '../imports/pictures-by-address.ts'
import type { WaitingRow } from './bulk-change.ts'

/** The pictures that a row of a file names by address. */
export const picturesOf = ({ asked }: WaitingRow): readonly AskedPicture[] =>
  asked !== null && 'item' in asked && 'pictures' in asked.item ? (asked.item.pictures ?? []) : []
