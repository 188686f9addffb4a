import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Problem } from '../src/core/problem.ts'
import { layout, recipe } from '../src/modules/reader/file/recipe.ts'
import type { BenchApp } from './bench-app.ts'
import type { BenchTenant } from './catalogue.ts'

export const fileOfLists = ({ listFolder }: Pick<BenchApp, 'listFolder'>, tenantId: string): string =>
  join(listFolder, `${tenantId}.${layout}.${recipe}.sqlite`)

/** Bytes of a file of lists, with what is not merged into it yet. */
export const bytesOfLists = (path: string): number =>
  [path, `${path}-wal`].reduce((sum, each) => sum + (existsSync(each) ? statSync(each).size : 0), 0)

/** Waits until the file of a tenant has all of its items: lists that are asked meanwhile are refused after some seconds. */
export async function haveLists(
  { reader }: Pick<BenchApp, 'reader'>,
  { tenantId, variations: [first] }: Pick<BenchTenant, 'tenantId' | 'variations'>,
): Promise<void> {
  const where = { variationId: first?.variationId ?? '', isPublished: false, kinds: [], deleted: [] }
  for (;;) {
    try {
      await reader.ask(tenantId, 'vocabulary', { where, beginnings: [], most: 1 })
      return
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'UNAVAILABLE') throw error
    }
  }
}
