import type { ContentType } from '@pim/contract'
import { use, useMemo } from 'react'
import type { ReadClauses } from './field-clause.ts'

type Reader = typeof import('./field-clause.ts')

let reader: Promise<Reader> | undefined

/** What fields can be asked comes with the field types, which a plain list does without. */
function loadReader(): Promise<Reader> {
  reader ??= import('./field-clause.ts').catch((failure) => {
    reader = undefined
    throw failure
  })
  return reader
}

const none = { filters: [], clauses: [], unread: [] }

/** The clauses of the address, understood; undefined while the content types are on their way. */
export function useFieldClauses(
  texts: readonly string[],
  types: readonly ContentType[] | undefined,
  chosen: readonly string[],
): (ReadClauses & { readonly filters: ReturnType<Reader['filterOf']>[] }) | undefined {
  const module = texts.length > 0 ? use(loadReader()) : undefined
  return useMemo(() => {
    if (!module) return none
    if (!types) return undefined
    const read = module.readClauses(texts, types, chosen)
    return { ...read, filters: read.clauses.map(module.filterOf) }
  }, [module, texts, types, chosen])
}
