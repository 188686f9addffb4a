/**
 * Bytes of a file that are replaced by others of the same number: size, ranges and all other offsets in the file stay as
 * they are.
 */
export type Patch =
  | { readonly start: number; readonly length: number; readonly fill: number }
  /** In base64. */
  | { readonly start: number; readonly bytes: string }

/** A file with more of them is made for harm: what is behind the last one is emptied. */
export const maxPatches = 10_000

const space = 0x20

export const filled = (start: number, length: number, fill = 0): Patch[] =>
  length > 0 ? [{ start, length, fill }] : []
export const replaced = (start: number, bytes: Buffer): Patch => ({ start, bytes: bytes.toString('base64') })
export const blank = (start: number, length: number): Patch[] => filled(start, length, space)

/** Applies patches to a part of the file that begins at `offset`, in the order of the patches. */
export function applyPatches(part: Buffer, offset: number, patches: readonly Patch[]): Buffer {
  const end = offset + part.length
  let changed: Buffer | undefined
  for (const patch of patches) {
    const bytes = 'bytes' in patch ? Buffer.from(patch.bytes, 'base64') : undefined
    const length = bytes?.length ?? ('length' in patch ? patch.length : 0)
    const from = Math.max(offset, patch.start)
    const to = Math.min(end, patch.start + length)
    if (from >= to) continue
    changed ??= Buffer.from(part)
    if (bytes) bytes.copy(changed, from - offset, from - patch.start, to - patch.start)
    else if ('fill' in patch) changed.fill(patch.fill, from - offset, to - offset)
  }
  return changed ?? part
}
