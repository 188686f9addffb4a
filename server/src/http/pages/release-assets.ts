import { LRUCache } from 'lru-cache'
import { Problem } from '../../core/problem.ts'
import { ReleaseDamaged, type ReleaseFile, type ReleaseStore, type Releases } from '../../platform/releases/index.ts'
import { type Asset, assetOf } from './assets.ts'

export interface ReleaseAssetsOptions {
  readonly releases: Pick<Releases, 'current'>
  readonly store: ReleaseStore
  /** Called for each file that is not what was deployed. */
  readonly onDamage: (release: { readonly section: string; readonly release: string }, cause: unknown) => void
}

const maxBytes = 128 * 2 ** 20
const maxLists = 100
/** A damaged file is not read again for so long, however often it is asked for. */
const damagedMs = 10_000
/** Another server may have deployed a moment ago; not asked more often, whatever is asked for. */
const askAgainMs = 200

/** The files of releases, verified when they are read into memory. Nothing else of the store is ever served. */
export function createReleaseAssets({ releases, store, onDamage }: ReleaseAssetsOptions) {
  const lists = new LRUCache<string, ReadonlyMap<string, ReleaseFile>>({ max: maxLists })
  const assets = new LRUCache<string, Asset>({ maxSize: maxBytes, sizeCalculation: sizeOf })
  const damaged = new LRUCache<string, true>({ max: 10_000, ttl: damagedMs })
  const loading = new Map<string, Promise<Asset | undefined>>()

  const isDeployed = async (section: string, release: string): Promise<boolean> =>
    (await releases.current()).find(section, release) !== undefined ||
    (await releases.current(askAgainMs)).find(section, release) !== undefined

  const listOf = async (section: string, release: string) => {
    const key = `${section}/${release}`
    const known = lists.get(key)
    if (known !== undefined) return known
    const files = await store.files(section, release)
    if (files === undefined) throw new ReleaseDamaged('the list of its files is not there')
    const list = new Map(files.map((file) => [file.path, file]))
    lists.set(key, list)
    return list
  }

  const load = async (section: string, release: string, path: string, key: string): Promise<Asset | undefined> => {
    try {
      const list = await listOf(section, release)
      const bytesOf = async (name: string) => {
        const file = list.get(name)
        return file && (await store.bytes(section, release, file))
      }
      const plain = await bytesOf(path)
      if (plain === undefined) return undefined
      const [br, gzip] = await Promise.all([bytesOf(`${path}.br`), bytesOf(`${path}.gz`)])
      // The address has the hash of all files, so none of them ever changes.
      const asset = assetOf(path, { plain, br, gzip }, true)
      if (asset !== undefined) assets.set(key, asset)
      return asset
    } catch (error) {
      if (!(error instanceof ReleaseDamaged)) throw new Problem('UNAVAILABLE', { retryAfter: 5, cause: error })
      damaged.set(key, true)
      onDamage({ section, release }, error)
      return undefined
    }
  }

  return {
    async find(section: string, release: string, path: string): Promise<Asset | undefined> {
      if (!(await isDeployed(section, release))) return undefined
      const key = `${section}/${release}/${path}`
      const known = assets.get(key)
      if (known !== undefined || damaged.has(key)) return known
      const underWay = loading.get(key) ?? load(section, release, path, key).finally(() => loading.delete(key))
      loading.set(key, underWay)
      return await underWay
    },
  }
}

const sizeOf = ({ plain, br, gzip }: Asset): number =>
  plain.bytes.length + (br?.bytes.length ?? 0) + (gzip?.bytes.length ?? 0) + 1
