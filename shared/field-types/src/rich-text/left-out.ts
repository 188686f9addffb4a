import type { LeftOutKind } from '@pim/contract'

/** Is told each time that something is left out; `name` is that of the element or attribute, or the address. */
export type OnLeftOut = (kind: LeftOutKind, name: string) => void
