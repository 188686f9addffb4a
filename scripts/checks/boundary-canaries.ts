/** For each rule small trees of files with one violation each, in every spelling that the rule has to find. */
export const canaries: Readonly<Record<string, readonly Readonly<Record<string, string>>[]>> = {
  'packages import only those below them': [
    { 'remote-content/src/a.ts': "import { x } from '@pim/server'\n" },
    { 'remote-content/src/a.tsx': "import {\n  type X,\n  y,\n} from '@pim/remote-media'\n" },
    { 'host/src/a.ts': "const remote = await import('@pim/remote-content')\n" },
    { 'server/src/a.ts': "export * from '@pim/ui'\n" },
    { 'shared/ui/src/a.ts': "import type { X } from '@pim/field-types/react'\n" },
    { 'e2e/a.ts': "import '@pim/shell'\n" },
    { 'host/src/a.ts': "import { hostConfig } from '@pim/build'\n" },
  ],
  'queries are made stale by the calls that change them': [
    { 'remote-content/src/a.ts': 'await queryClient.invalidateQueries({ queryKey })\n' },
    { 'shared/shell/src/a.ts': "import { invalidateTopics } from '@pim/api-client/react'\n" },
  ],
  'packages are entered by their name': [
    { 'remote-content/src/a.ts': "import { b } from '../../remote-media/src/b.ts'\n" },
    { 'examples/orders/back-end/a.ts': "import { b } from '../../returns/back-end/b.ts'\n" },
    { 'host/src/a.ts': "type B = import('../../shared/ui/src/b.ts').B\n" },
  ],
  'the contract is zod and nothing else': [
    { 'shared/contract/src/a.ts': "import { randomUUID } from 'node:crypto'\n" },
  ],
  'the server knows the model half of field types': [
    { 'server/src/a.ts': "import { E } from '@pim/field-types/react'\n" },
  ],
  'the model half of field types is the contract and what runs anywhere': [
    {
      'shared/field-types/src/index.ts': "export { b } from './text/b.ts'\n",
      'shared/field-types/src/text/b.ts': "import { useState } from 'react'\n",
    },
  ],
  'screens do not import screens': [
    {
      'remote-content/src/screens/item/a.ts': "import { b } from '../list/b.ts'\n",
      'remote-content/src/screens/list/b.ts': '',
    },
  ],
  'field types do not import field types': [
    {
      'shared/field-types/src/text/model.ts': "import { b } from '../price/b.ts'\n",
      'shared/field-types/src/price/model.ts': '',
    },
  ],
  'server modules enter each other by index.ts': [
    { 'server/src/modules/search/a.ts': "import { b } from '../tenants/repository.ts'\n" },
  ],
  'platform and http do not know the modules': [
    { 'server/src/http/a.ts': "import { b } from '../modules/tenants/index.ts'\n" },
    { 'server/src/platform/jobs/a.ts': "import { b } from '../../modules/tenants/index.ts'\n" },
  ],
  'SQL stands in repositories and the platform': [
    { 'server/src/modules/content-index/search/service.ts': "const rows = trx.selectFrom('item')\n" },
    { 'server/src/app.ts': 'await sql<Row>`select 1`.execute(trx)\n' },
  ],
  'every repository function takes the tenant first': [
    {
      'server/src/modules/search/search.repository.ts':
        "export async function findItem(trx: Transaction, id: string) {\n  return trx.selectFrom('item')\n}\n",
    },
    {
      'server/src/modules/search/tables.ts': 'export interface SearchTables {\n  item: ItemRow\n}\n',
      'server/src/modules/search/search.repository.ts':
        'export const findAll = async (trx: Transaction) => sql`select 1 from item`\n',
    },
    {
      'server/src/modules/search/tables.ts': 'export interface SearchTables {\n  item: ItemRow\n}\n',
      'server/src/modules/search/search.repository.ts':
        'export function find<T>(\n  trx: Transaction,\n  id: string,\n) {\n  return sql`update item set x = 1`\n}\n',
    },
  ],
  'no value is declared to be another type by way of unknown': [{ 'host/src/a.ts': 'const x = y as unknown as Z\n' }],
  'files do not import in a circle': [
    { 'server/src/a.ts': "import { b } from './b.ts'\n", 'server/src/b.ts': "import type { A } from './a.ts'\n" },
    {
      'host/src/a.tsx': "import { b } from './b.ts'\n",
      'host/src/b.ts': "export { c } from './c.ts'\n",
      'host/src/c.ts': "import { a } from './a.tsx'\n",
    },
  ],
  'a table is named in SQL by one module': [
    {
      'server/src/modules/item/tables.ts': 'export interface ItemTables {\n  item: ItemRow\n}\n',
      'server/src/modules/item/item.repository.ts':
        "export const find = (trx: Transaction, tenantId: string) => trx.selectFrom('item')\n",
      'server/src/modules/audit/audit.repository.ts':
        'export const names = (trx: Transaction, tenantId: string) => sql`select name from audit a join item i on true`\n',
    },
  ],
  'handlers, services and jobs open transactions; what they call takes one': [
    {
      'server/src/modules/item/item.repository.ts': 'export const find = () => database.asSystem((system) => system)\n',
    },
    {
      'server/src/modules/content/operations/save.ts': 'export const save = () => database.inTenant(tenantId, work)\n',
    },
  ],
  'a repository is called <noun>.repository.ts': [
    { 'server/src/modules/item/repository.ts': '' },
    { 'server/src/modules/item/item-repository.ts': '' },
  ],
  'a value that turns out to be a promise is awaited, chained or returned': [
    {
      'server/src/a.ts':
        'const grant = verify(key)\nif (grant === undefined || grant instanceof Promise) return false\n',
    },
  ],
  'tests decide by events, not by the clock of the machine': [
    {
      'server/src/a.test.ts': 'const since = Date.now()\nawait act()\nexpect(Date.now() - since).toBeLessThan(1_000)\n',
    },
    { 'server/testing/a.ts': 'const since = performance.now()\nreturn {\n  took: performance.now() - since,\n}\n' },
    { 'host/src/a.test.tsx': 'const [end, start] = [1, 2]\nwhile (Date.now() < end) await act()\n' },
    { 'host/src/a.test.tsx': 'if (isThere(value) || Date.now() > end) return value\n' },
    { 'server/src/a.test.ts': 'const a = Date.now()\nawait act()\nconst b = Date.now()\nexpect(b - a).toBe(0)\n' },
    { 'server/src/a.test.ts': 'expect(usedAt).toBeGreaterThan(Date.now() - 10_000)\n' },
    {
      'server/src/a.test.ts':
        'const elapsed = () => performance.now() - begun\nawait act()\nexpect(elapsed()).toBeLessThan(1_000)\n',
    },
    {
      'e2e/specs/a.spec.ts':
        'const clockOf = (page) => page.evaluate(() => Math.round(performance.now()))\nconst begun = await clockOf(page)\nawait act()\nconst took = (await clockOf(page)) - begun\ntable.push({ took })\n',
    },
    {
      'e2e/specs/a.spec.ts':
        'const renewals = []\nrenewals.push(Date.now())\nconst pauses = renewals.slice(1).map((at, index) => at - renewals[index])\nexpect(Math.min(...pauses)).toBeGreaterThan(1_000)\n',
    },
    {
      'e2e/specs/a.spec.ts':
        'const clicked = new Promise((resolve) => onclick(({ timeStamp }) => resolve(timeStamp)))\nconst { begun } = { begun: performance.now() }\nif ((await shown()) - begun > 8_000) slow.push(name)\n',
    },
    {
      'server/src/a.test.ts':
        'const row = { at: new Date() }\nawait act()\nexpect(new Date().getTime()).toBeLessThan(row.at.getTime() + 50)\n',
    },
    { 'server/src/a.test.ts': 'const begun = process.hrtime.bigint()\nexpect(took).toBe(begun)\n' },
    {
      'host/src/a.test.ts':
        "it('is quick', async () => {\n  const a = Date.now()\n  expect(b - a).toBe(1)\n})\nit('has a clock', () => rs.useFakeTimers())\n",
    },
    {
      'host/src/a.test.ts':
        'const pause = new Promise((resolve) => setTimeout(() => resolve(false), 100))\nexpect(await Promise.race([answered, pause])).toBe(false)\n',
    },
    { 'host/src/a.test.ts': 'const aMoment = () => act(() => new Promise((done) => setTimeout(done, 200)))\n' },
    { 'server/src/a.test.ts': 'await sleep(20)\nawait act()\nexpect(cache.size).toBe(1)\n' },
    { 'e2e/specs/a.spec.ts': 'await page.waitForTimeout(500)\nawait expect(dialog).toBeHidden()\n' },
    { 'server/src/a.test.ts': 'await sleep(300)\nexpect(ran).toBe(0)\n' },
    {
      'host/src/a.test.ts': 'await new Promise((resolve) => setTimeout(resolve, 20))\nexpect(asked).toEqual([])\n',
    },
  ],
  'nothing is decided by the name of a field type outside of its room': [
    { 'server/src/a.ts': "const isFile = ({ type }: Field) => type === 'binary'\n" },
    { 'remote-content/src/a.tsx': "const isText = field?.type !== 'text'\n" },
    { 'host/src/a.ts': "const isLong = (kind: string) => kind === 'longText'\n" },
    { 'scripts/a.ts': "switch (field.type) {\n  case 'price':\n  case 'date':\n    go()\n}\n" },
    { 'server/src/a.ts': "const isText = ['text', 'url'].includes(field.type)\n" },
    { 'server/src/a.ts': "const isFile = new Set(['binary']).has(type)\n" },
    { 'server/bench/a.ts': "const unshown = new Set<FieldType>(['json'])\n" },
    { 'server/src/a.ts': "const numeric = new Set(['integer', 'decimal'])\n" },
    { 'shared/content-kit/src/a.ts': 'const widths = { text: 200, longText: 240 }\n' },
    { 'shared/ui/src/a.ts': "const reasons: Partial<Record<FieldType, string>> = { json: 'NOT_JSON' }\n" },
  ],
  'packages do not import in a circle': [
    { 'shared/ui/src/a.ts': "import '@pim/shell'\n", 'shared/shell/src/b.ts': "import '@pim/ui'\n" },
  ],
}

/** Files without a violation, which no rule may report. */
export const innocent: Readonly<Record<string, string>> = {
  'shared/contract/src/a.ts':
    "import { z } from 'zod'\nexport const text = 'from @pim/server'\n// import { x } from '@pim/server'\n",
  'server/src/modules/search/a.ts': "import { b } from '../tenants/index.ts'\nimport { c } from './repository.ts'\n",
  'server/src/modules/search/search.repository.ts':
    'export const find = (trx: Transaction, tenantId: string) => sql`select 1 from item`\nexport async function all(system: Transaction) {\n  return sql`select 1 from item`\n}\nexport async function clock(trx: Transaction) {\n  return sql`select now()`\n}\n',
  'server/src/platform/database/schema.ts': "import type { T } from '../../modules/search/tables.ts'\n",
  'examples/orders/src/a.tsx': "import { Button } from '@pim/ui'\n",
  'remote-content/rsbuild.config.ts': "import { remoteConfig } from '@pim/build'\n",
  'remote-content/src/a.tsx': "/*\nimport { x } from '@pim/server'\n*/\nimport { Button } from '@pim/ui'\n",
  'server/src/a.test.ts':
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a text of a test
    'const expiresAt = new Date(Date.now() - 60_000)\nconst cache = create({ now: () => Date.now() + ahead })\n// expect(Date.now() - since).toBe(0)\nwhile (!isThere()) await sleep(20)\nawait new Promise((resolve) => setTimeout(resolve, 0))\nexpect(cache.size).toBe(1)\nconst name = `Lamp ${Date.now()}`\nexpect(await titles()).toContain(name)\nconst { user } = process.cpuUsage(before)\nexpect(user / 1_000).toBeLessThan(50)\n',
  'server/src/c.test.ts':
    "it('has a clock of its own', async () => {\n  rs.useFakeTimers()\n  const since = Date.now()\n  await sleep(50)\n  expect(Date.now() - since).toBe(50)\n})\n",
  'server/src/d.ts':
    "const field: Field = { type: 'richText', technicalName: 'text' }\nconst isLeaf = node.kind === 'text' || typeof value === 'boolean'\nconst parts = ['text', 'link']\nconst places = { link: 1, table: 2 }\n",
  'server/bench/a.ts': 'const seconds = (performance.now() - started) / 1_000\n',
  'server/src/b.ts': 'if (Date.now() - last >= everyMs) await write()\n',
  'scripts/tasks/a.ts': "import { start } from '../../server/src/main.ts'\n",
}
