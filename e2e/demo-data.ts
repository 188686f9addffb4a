import { rmSync } from 'node:fs'
import { demoReady } from './demo-ready.ts'
import { copyData, startProduct } from './fixtures/product.ts'

/** Fills the folder that is named with the data of a product whose demo is whole; specs start products on copies of it. */
const [, , folder] = process.argv
if (folder === undefined) throw new Error('demo-data.ts wants the folder to fill')
const product = await startProduct(Number(process.env.PIM_E2E_PORT ?? 3170) + 9, {})
try {
  await demoReady(product.origin)
  await product.pause()
  rmSync(folder, { recursive: true, force: true })
  copyData(product.dataFolder, folder)
} finally {
  await product.stop()
}
