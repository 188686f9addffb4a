import { directionOf } from '@pim/contract/core/text-direction.ts'
import type { Mirroring } from '@pim/ui/right-to-left'

let loaded: Mirroring | undefined

/** Loads what a language from right to left needs more than its words; nothing for every other language. */
export async function loadMirroring(language: string): Promise<void> {
  if (directionOf(language) === 'rtl') loaded ??= (await import('@pim/ui/right-to-left')).mirroring
}

/** For `PimThemeProvider`; `undefined` for a language from left to right. */
export const mirroringOf = (language: string): Mirroring | undefined =>
  directionOf(language) === 'rtl' ? loaded : undefined
