import { cpSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { apiAs } from '../../fixtures/api.ts'
import { expect, expectToast, test } from '../../fixtures/pim.ts'
import { type Product, startProduct } from '../../fixtures/product.ts'
import { newSectionRepository, type SectionRepository } from '../../fixtures/section-repository.ts'

const example = join(import.meta.dirname, '../../../examples/orders')
/** Files that the command writes into the repository, in place of the workspace's. */
const ofWorkspace = ['node_modules', 'package.json', 'tsconfig.json']
const port = Number(process.env.PIM_E2E_PORT) + 1
const backEndPort = port + 1

let product: Product
let repository: SectionRepository
let endBackEnd: () => Promise<void>

// The back end is away in the end.
test.use({ expectedComplaints: /50[234]/ })

test.beforeAll(async () => {
  test.setTimeout(300_000)
  const settings = {
    PIM_SECTION_BACKENDS: `orders=http://127.0.0.1:${backEndPort}`,
    PIM_SECTION_BACKEND_NETWORKS: '127.0.0.1',
  }
  product = await startProduct(port, settings, { isFilled: true })
  repository = newSectionRepository('orders', product.origin)
})
test.afterAll(async () => {
  await endBackEnd?.()
  repository?.remove()
  await product?.stop()
})

test('the section of examples/orders is built by its team, deployed by a key, and works in screens of others', {
  tag: '@whole',
}, async ({ page, signIn, changeUser }) => {
  test.setTimeout(300_000)
  cpSync(example, repository.folder, {
    recursive: true,
    filter: (path) => !ofWorkspace.includes(basename(path)),
  })
  // The commands of its README, as they stand there.
  const [, commands = ''] =
    /```sh\n(npx pnpm@\S+ add [\s\S]*?)```/.exec(readFileSync(join(example, 'README.md'), 'utf8')) ?? []
  expect(commands).not.toBe('')
  repository.run('sh', ['-ec', commands])
  endBackEnd = await repository.start('npm', ['run', 'back-end'], 'Orders are answered', {
    PORT: String(backEndPort),
    SAMPLE_ORDERS: 'acme=demo-delivery-key',
  })
  // All its checks, the tests of its components and of its back end, and its own browser test of this build.
  expect(repository.run('npm', ['test'])).toContain('1 passed')

  const { deployKeys } = await apiAs(product.origin, 'admin')
  const { key } = await deployKeys.createDeployKey({
    body: { section: 'orders', name: 'Orders', rights: ['upload', 'live'] },
  })
  expect(repository.run('npm', ['run', 'deploy'], { PIM_DEPLOY_KEY: key })).toContain('for everybody')

  await signIn('editor', `${product.origin}/content-items`)
  await page.getByRole('link', { name: 'Orders', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible()
  const open = page.getByRole('row').filter({ hasText: 'Open' })
  const cancel = open.first().getByRole('button', { name: 'Cancel' })
  await expect(cancel).toHaveAttribute('aria-disabled', 'true')
  await cancel.hover()
  await expect(page.getByRole('tooltip')).toContainText('publisher')

  await open.first().getByRole('link').click()
  const orders = page.getByRole('list', { name: 'Orders of this product' })
  await expect(orders.getByRole('listitem').filter({ hasText: 'Open' }).first()).toBeVisible()
  const item = page.url()
  await page.goto(`${product.origin}/content-items`)
  const column = page.getByRole('columnheader', { name: 'Open orders' })
  await expect(column).toBeVisible()
  const at = await column.evaluate((header) => (header as HTMLTableCellElement).cellIndex)
  await expect(
    page
      .locator(`tr[data-row] td:nth-child(${at + 1})`)
      .filter({ hasText: /^\d$/ })
      .first(),
  ).toBeVisible()

  await changeUser('admin', `${product.origin}/settings/sections`)
  await page.getByRole('button', { name: 'What to do with Orders' }).click()
  await page.getByRole('menuitem', { name: 'Who may do what…' }).click()
  await page.getByRole('combobox', { name: 'Cancel orders' }).click()
  await page.getByRole('option', { name: 'editor' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('who may do what is changed')).toBeVisible()

  await page.getByRole('button', { name: 'What to do with Orders' }).click()
  await page.getByRole('menuitem', { name: 'Settings…' }).click()
  await page.getByRole('textbox', { name: 'Days shown' }).fill('29')
  await page.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'The settings of Orders are saved')

  await changeUser('editor', `${product.origin}/orders`)
  await expect(page.getByText(/of the last 29 days/)).toBeVisible()
  await cancel.click()
  const confirm = page.getByRole('button', { name: /^Cancel order \d+$/ })
  const number = /\d+/.exec((await confirm.textContent()) ?? '')?.[0] ?? ''
  await confirm.click()
  await expect(page.getByText(`Order ${number} is cancelled`)).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: number }).first()).toContainText('Cancelled')

  await endBackEnd()
  await page.goto(item)
  await expect(page.getByRole('alert').filter({ hasText: 'The orders could not be loaded' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toBeEditable()
})
