import { statSync } from 'node:fs'
import { join } from 'node:path'
import { type Asset, loadAssets } from './assets.ts'

/** Pages that are open during a deploy still ask for the code they started with. */
const releasesKept = 3
const lookAgainAfterMs = 1_000

/** One app's build as it is now, with the hashed files of the builds before it. */
export class BuildFolder {
  readonly #folder: string
  readonly #stampFile: string
  readonly #now: () => number
  #stamp: number | undefined
  #lookedAt = Number.NEGATIVE_INFINITY
  /** The newest first. */
  #releases: Map<string, Asset>[] = []

  /** `stampFile`: what every build writes last and anew. */
  constructor(folder: string, stampFile: string, now: () => number = Date.now) {
    this.#folder = folder
    this.#stampFile = join(folder, stampFile)
    this.#now = now
  }

  find(path: string): Asset | undefined {
    this.#look()
    const [newest, ...before] = this.#releases
    return newest?.get(path) ?? before.map((release) => release.get(path)).find((asset) => asset?.isImmutable)
  }

  #look(): void {
    if (this.#now() - this.#lookedAt < lookAgainAfterMs) return
    this.#lookedAt = this.#now()
    const stamp = statSync(this.#stampFile, { throwIfNoEntry: false })?.mtimeMs
    // Absent while a build is being written: what was there goes on being served.
    if (stamp === undefined || stamp === this.#stamp) return
    this.#stamp = stamp
    this.#releases = [loadAssets(this.#folder), ...this.#releases].slice(0, releasesKept)
  }
}
