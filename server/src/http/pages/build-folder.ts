import { statSync } from 'node:fs'
import { join } from 'node:path'
import { type Asset, loadAssets } from './assets.ts'

/** Pages that were opened before a deploy still load hashed files of their own release. */
const maxReleases = 3
const checkIntervalMs = 1_000

/** The files of one app's build in memory: those of the current release, and the hashed ones of the releases before. */
export class BuildFolder {
  readonly #folder: string
  readonly #stampFile: string
  readonly #now: () => number
  #stamp: number | undefined
  #checkedAt = Number.NEGATIVE_INFINITY
  /** Newest first. */
  #releases: Map<string, Asset>[] = []

  /** `stampFile`: the file that every build writes last; its modification time tells a new release. */
  constructor(folder: string, stampFile: string, now: () => number = Date.now) {
    this.#folder = folder
    this.#stampFile = join(folder, stampFile)
    this.#now = now
  }

  find(path: string): Asset | undefined {
    this.#reloadIfChanged()
    const [newest, ...before] = this.#releases
    return newest?.get(path) ?? before.map((release) => release.get(path)).find((asset) => asset?.isImmutable)
  }

  #reloadIfChanged(): void {
    if (this.#now() - this.#checkedAt < checkIntervalMs) return
    this.#checkedAt = this.#now()
    const stamp = statSync(this.#stampFile, { throwIfNoEntry: false })?.mtimeMs
    // Absent while a build is being written: the release before is served until then.
    if (stamp === undefined || stamp === this.#stamp) return
    this.#stamp = stamp
    this.#releases = [loadAssets(this.#folder), ...this.#releases].slice(0, maxReleases)
  }
}
