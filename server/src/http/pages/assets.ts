import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { chosenEncoding, type EncodedBytes, type Encoding, withEtag } from '../shared-answer.ts'

/** One file of a build in memory, with its precompressed encodings. */
export interface Asset {
  readonly type: string
  readonly cacheControl: string
  readonly isImmutable: boolean
  readonly plain: EncodedBytes
  readonly br: EncodedBytes | undefined
  readonly gzip: EncodedBytes | undefined
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
}

/** Files below `assets/` have a content hash in their name, so they never change; all others are revalidated. */
export const immutable = 'public, max-age=31536000, immutable'
const revalidate = 'no-cache'
/** The browser asks for the icon at each change of the address. */
const forADay = 'public, max-age=86400'

/**
 * All files below a build's folder, by relative path. Requests are looked up here and never joined to a path on disk.
 */
export function loadAssets(folder: string): Map<string, Asset> {
  const assets = new Map<string, Asset>()
  if (!existsSync(folder)) return assets
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !(extname(entry.name) in types)) continue
    const file = join(entry.parentPath, entry.name)
    const path = relative(folder, file).split(sep).join('/')
    const isImmutable = path.startsWith('assets/')
    const encodings = { plain: readFileSync(file), br: readIfThere(`${file}.br`), gzip: readIfThere(`${file}.gz`) }
    const asset = assetOf(path, encodings, isImmutable)
    if (asset) assets.set(path, asset)
  }
  return assets
}

/** Undefined for a file of a type that is not served. */
export function assetOf(
  path: string,
  { plain, br, gzip }: { readonly plain: Buffer; readonly br: Buffer | undefined; readonly gzip: Buffer | undefined },
  isImmutable: boolean,
): Asset | undefined {
  const type = types[extname(path)]
  if (type === undefined) return undefined
  return {
    type,
    isImmutable,
    cacheControl: isImmutable ? immutable : path === 'favicon.svg' ? forADay : revalidate,
    plain: withEtag(plain),
    br: br && withEtag(br),
    gzip: gzip && withEtag(gzip),
  }
}

function readIfThere(file: string): Buffer | undefined {
  return existsSync(file) ? readFileSync(file) : undefined
}

export interface Chosen extends EncodedBytes {
  readonly encoding: Encoding | undefined
}

export function chooseEncoding(asset: Asset, acceptEncoding: string | undefined): Chosen {
  const encoding = chosenEncoding(acceptEncoding, (each) => asset[each] !== undefined)
  return { ...((encoding && asset[encoding]) ?? asset.plain), encoding }
}
