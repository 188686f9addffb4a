import { statfs } from 'node:fs/promises'
import { Problem } from '../../core/problem.ts'

/**
 * Keeps uploads from filling the disk of the data folder. Its embedded database refuses to write where little is left, and
 * that would stop the work of all tenants; so files are refused long before. Uploads under way in this process count with
 * all their bytes from the beginning on.
 */
export class DiskRoom {
  readonly #folder: string
  readonly #reserve: number
  readonly #freeBytes: (folder: string) => Promise<number>
  #underWay = 0

  /** `reserve`: bytes that stay free for everything but files. */
  constructor(folder: string, reserve: number, freeBytes = freeBytesOf) {
    this.#folder = folder
    this.#reserve = reserve
    this.#freeBytes = freeBytes
  }

  /** Throws STORAGE_FULL where the bytes do not fit; answers what gives them back when they are written, or will not be. */
  async take(bytes: number): Promise<() => void> {
    this.#underWay += bytes
    const giveBack = () => {
      this.#underWay -= bytes
    }
    try {
      // Defence 106, without: if (false)
      if ((await this.#freeBytes(this.#folder)) - this.#underWay < this.#reserve)
        throw new Problem('STORAGE_FULL', { retryAfter: 60 })
    } catch (error) {
      giveBack()
      throw error
    }
    return giveBack
  }
}

async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')
