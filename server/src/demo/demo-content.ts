import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Dependencies } from '../dependencies.ts'
import { insertBinary } from '../modules/binary/index.ts'
import { variationsOf } from '../modules/tenants/index.ts'
import { newId } from '../platform/database/new-id.ts'
import type { RunningJob } from '../platform/jobs/jobs.ts'
import { articlePlan } from './article-plan.ts'
import { articles } from './catalogue/articles.ts'
import type { DemoProduct, Words } from './catalogue/demo-product.ts'
import { nordicProducts } from './catalogue/nordic.ts'
import { products } from './catalogue/products.ts'
import { tenantIdOf } from './foundation.ts'
import { makeItem, type Place } from './make-item.ts'
import { people } from './people.ts'
import { side } from './pictures/compose.ts'
import { draw } from './pictures/draw.ts'
import { productPlan } from './product-plan.ts'
import { findConceptsByName, findItemsByName } from './repository.ts'

const demoContent = 'demo-content'

export async function orderDemoContent(platform: Dependencies, externalId: 'acme' | 'nordic'): Promise<void> {
  const tenantId = await tenantIdOf(platform, externalId)
  await platform.database.inTenant(tenantId, (trx) =>
    platform.jobs.enqueue(trx, tenantId, {
      kind: demoContent,
      input: { tenant: externalId },
      createdBy: people.admin,
    }),
  )
}

export function handleDemoContent(platform: Dependencies): void {
  platform.jobs.handle(demoContent, (job) => makeContent(platform, job))
}

async function makeContent(platform: Dependencies, job: RunningJob): Promise<Record<string, unknown>> {
  const { database } = platform
  const { tenantId } = job
  const [variations, made, concepts] = await database.inTenantReadOnly(tenantId, (trx) =>
    Promise.all([variationsOf(trx, tenantId), findItemsByName(trx, tenantId), findConceptsByName(trx, tenantId)]),
  )
  const place: Place = {
    database,
    tenantId,
    languages: new Map(variations.map((each) => [each.languageCode, each.variationId])),
  }
  const isAcme = job.input.tenant === 'acme'
  const wanted = isAcme ? products : nordicProducts
  const bySku = new Map(wanted.map((product) => [product.sku, product]))
  const stories = isAcme ? articles : []
  const todo = [...wanted.entries()].filter(([, product]) => !made.has(product.en.title))
  const total = wanted.length + stories.length
  await job.progress(total - todo.length - stories.length, total)

  const folder = await mkdtemp(join(platform.temporaryFolder, 'demo-'))
  try {
    const pictures = todo.map(([, product]) => product.picture)
    // A picture is stored while the product before it is being written, and no further ahead: connections are for
    // people too. Products themselves stand in a row, because they point to each other.
    let written = Promise.resolve()
    let writtenBefore = written
    for await (const { index, file } of draw(pictures, folder, job.signal)) {
      const [serial, product] = todo[index] ?? []
      if (serial === undefined || product === undefined) continue
      await writtenBefore
      writtenBefore = written
      const known = made.get(imageName(product))
      const drawn = known === undefined ? makeImage(platform, place, product, file, concepts) : Promise.resolve(known)
      drawn.catch(() => {})
      written = written.then(async () => {
        const plan = productPlan(product, serial + (isAcme ? 101 : 801), {
          concept: (name) => concepts.get(name),
          product: (sku) => made.get(bySku.get(sku)?.en.title ?? ''),
          image: await drawn,
        })
        made.set(imageName(product), await drawn)
        made.set(product.en.title, await makeItem(place, plan))
        await job.progress(total - stories.length - todo.length + index + 1, total)
      })
      written.catch(() => {})
    }
    await written
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  for (const story of stories) {
    if (made.has(story.en.title)) continue
    const plan = articlePlan(story, {
      concept: (name) => concepts.get(name),
      product: (sku) => made.get(bySku.get(sku)?.en.title ?? ''),
      image: made.get(imageName(bySku.get(story.pictureOf))),
    })
    made.set(story.en.title, await makeItem(place, plan))
  }
  await job.progress(total, total)
  return { itemCount: made.size }
}

const imageName = (product: DemoProduct | undefined): string => (product === undefined ? '' : `${product.sku}.jpg`)

/** A picture as a media item, with what it shows said in each language that the product has words in. */
async function makeImage(
  { objects, database }: Dependencies,
  place: Place,
  product: DemoProduct,
  file: string,
  concepts: ReadonlyMap<string, string>,
): Promise<string> {
  const bytes = await readFile(file)
  const binaryId = newId()
  const storageKey = `${place.tenantId}/${newId()}`
  await objects.put(storageKey, createReadStream(file), { contentType: 'image/jpeg', byteSize: bytes.length })
  await database.inTenant(place.tenantId, (trx) =>
    insertBinary(trx, place.tenantId, {
      binaryId,
      fileName: imageName(product),
      mimeType: 'image/jpeg',
      byteSize: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      width: side,
      height: side,
      storageKey,
      createdBy: people.editor,
    }),
  )
  const keyword = concepts.get('Product alone')
  const texts: Partial<Record<string, Words>> = {
    'en-US': product.en,
    'sv-SE': product.sv,
    'de-DE': product.de,
    'nb-NO': product.nb,
  }
  const written = Object.entries(texts).flatMap(([language, words]) =>
    words === undefined ? [] : [{ language, words }],
  )
  return makeItem(place, {
    technicalContentTypeName: 'image',
    name: imageName(product),
    by: people.editor,
    deeds: [
      ...written.map(({ language, words }) => ({
        language,
        by: people.editor,
        save: {
          altText: words.title,
          ...(language === 'en-US' && { file: binaryId, credit: `${product.brand} studio`, licence: 'own' }),
          ...(language === 'en-US' && keyword !== undefined && { keywords: [keyword] }),
        },
      })),
      ...[...place.languages.keys()].map((language) => ({ language, by: people.publisher, step: 'publish' as const })),
    ],
  })
}
