import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Readable } from 'node:stream'
import { contract } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { articleType, ContentCalls, type Made, putType } from '../../testing/content-calls.ts'
import { folderForTests } from '../../testing/test-database.ts'
import { openTestReader } from '../../testing/test-reader.ts'
import { startOwnServer, type TestServer } from '../../testing/test-server.ts'
import { makeIndexAnew, rebuildIndex } from '../modules/content/index.ts'
import { claimRecipe, entryRecipe, indexRecipe } from '../modules/content-index/index.ts'
import { fileIn } from '../modules/reader/folder.ts'
import { openReaderFolder } from '../modules/reader/index.ts'
import { type Finding, verifyData } from './verify.ts'

const silent = { info: () => {} }

describe('verify', () => {
  let server: TestServer
  let content: ContentCalls
  let made: Made
  let deleted: Made
  let binaryKey = ''
  const longText = 'Words upon words. '.repeat(500)

  beforeAll(async () => {
    // A server of its own: it checks all tenants, and spoils rows.
    server = await startOwnServer()
    content = new ContentCalls(server, server.acme)
    const fields = [
      ...articleType.fields,
      { technicalName: 'story', friendlyName: { 'en-US': 'Story' }, type: 'longText' as const },
    ]
    await putType(server, server.acme, { ...articleType, fields })
    await putType(server, server.nordic, articleType)
    const other = await content.make({ title: 'Other' })
    made = await content.make({
      title: 'Kettle',
      summary: 'Boils',
      slug: 'kettle',
      story: longText,
      related: [other.contentItemId],
    })
    await content.step('publish', made.en)
    await content.update(made.en, { title: 'Kettle two', story: `${longText} more` })
    await content.update(made.sv, { title: 'Kittel' })
    deleted = await content.make({ title: 'Teapot', sku: 'teapot' })
    const params = { contentItemId: deleted.contentItemId }
    await server.ok(contract.contentItem.deleteItem, { params, query: {} })
    await new ContentCalls(server, server.nordic).make({ title: 'Of the others' })
    const bytes = new Blob(['some notes'])
    await server.ok(contract.binary.uploadBinary, { file: bytes, fileName: 'notes.txt' })
    const [row] = await server.rows.look<{ key: string }>('select storage_key as key from binary_file')
    binaryKey = row?.key ?? ''
  })
  afterAll(() => server.close())

  const verify = () => verifyData({ address: server.rows.address, files: server.dependencies.objects })
  const brief = (findings: readonly Finding[]) => findings.map(({ kind, about }) => `${kind}: ${about}`)

  it('finds nothing in what the server has written, and changes nothing', async () => {
    expect(brief(await verify())).toEqual([])
    expect(brief(await verify())).toEqual([])
  })

  const harms: readonly [what: string, harm: () => string, expected: () => string][] = [
    [
      'a key of a deleted item that is gone',
      () => `delete from deleted_key where content_item_id = '${deleted.contentItemId}'`,
      () => `index differs: ${deleted.contentItemId}: deleted_key`,
    ],
    [
      'a key of an item that is not deleted',
      () => `insert into deleted_key select tenant_id, content_type_id, 'sku', 'tkettle', content_item_id
        from content_item where content_item_id = '${made.contentItemId}'`,
      () => `index differs: ${made.contentItemId}: deleted_key`,
    ],
    [
      'a reference that is gone',
      () => `delete from content_reference where content_item_id = '${made.contentItemId}'`,
      () => `index differs: ${made.contentItemId}: content_reference`,
    ],
    [
      'a count that is off by one',
      () => `insert into content_count (tenant_id, variation_id, kind, content_type_id, is_deleted, status, change)
        select tenant_id, variation_id, kind, content_type_id, is_deleted, status, 1 from content_count limit 1`,
      () => 'count differs: ',
    ],
    [
      'a version that is gone',
      () => `delete from content_version where content_variation_id = '${made.en}' and version = 2`,
      () => `gap in versions: ${made.en}`,
    ],
    [
      'a long value that is gone, of the history too',
      () => `delete from long_value`,
      () => `missing long value: ${made.contentItemId}: `,
    ],
    [
      'a row whose foreign key names nothing',
      () => `insert into unique_claim (tenant_id, scope_key, value_key, content_item_id)
        values ('${server.acme.tenantId}', 'x', 'x', gen_random_uuid())`,
      () => 'row without what it refers to: unique_claim.',
    ],
    [
      'an item whose variations are gone',
      () => `delete from content_variation where content_item_id = '${made.contentItemId}'`,
      () => `half item: ${made.contentItemId}`,
    ],
    [
      'readiness that its values do not give',
      () => `update content_variation set readiness = 7 where content_variation_id = '${made.sv}'`,
      () => `readiness differs: ${made.sv}: 7 % () kept, 100 % () derived`,
    ],
    [
      'missing fields that are not missing',
      () => `update content_variation set missing_fields = '{title}' where content_variation_id = '${made.en}'`,
      () => `readiness differs: ${made.en}: 100 % (title) kept, 100 % () derived`,
    ],
    [
      'a unique value of what is live that its item has not claimed',
      () => `delete from unique_claim where scope_key like 'live:%'`,
      () => `unique value not claimed: ${made.contentItemId}: `,
    ],
    [
      'a size of files that is not theirs',
      () => 'update stored_files set byte_size = byte_size + 7',
      () => 'count differs: files: 1 with 17 bytes kept, 1 with 10 bytes there',
    ],
  ]
  for (const [what, harm, expected] of harms)
    it(`finds ${what}`, async () => {
      const { look } = server.rows
      const table = /(?:from|into|update) (\w+)/.exec(harm())?.[1]
      await look(`create table saved as table ${table}`)
      // Without triggers, so without foreign keys, too.
      await look(`set session_replication_role = replica; ${harm()}`)
      const found = brief(await verify())
      await look(`set session_replication_role = replica; delete from ${table};
        insert into ${table} overriding system value select * from saved; drop table saved`)
      expect(found).toEqual(expect.arrayContaining([expect.stringContaining(expected())]))
      expect(brief(await verify())).toEqual([])
    })

  describe('of the files of lists', () => {
    let left = ''
    let text = ''

    beforeAll(async () => {
      left = await folderForTests()
      const folder = await openReaderFolder(left)
      const reader = await openTestReader(server.database, { folder: folder.path })
      const { tenantId, variations } = server.acme
      const where = {
        variationId: variations['en-US'] ?? '',
        isPublished: false,
        kinds: ['user'],
        deleted: [false],
      } as const
      await reader.ask(tenantId, 'unknown', { where, queries: ['"kettle"'] })
      await reader.close()
      folder.release()
      text = made.contentItemId.replaceAll('-', '')
    })

    /** What is found of a copy of the file that was harmed. */
    async function harmed(harm: (path: string) => Promise<void> | void): Promise<string[]> {
      const dataFolder = await folderForTests()
      await cp(left, dataFolder, { recursive: true })
      const path = fileIn(join(dataFolder, 'lists-1'), server.acme.tenantId)
      await harm(path)
      const data = { address: server.rows.address, files: server.dependencies.objects }
      const found = brief(await verifyData(data, { dataFolder }))
      await rm(dataFolder, { recursive: true })
      return found
    }

    const run = (statements: string) => (path: string) => {
      const file = new DatabaseSync(path)
      file.exec(statements)
      file.close()
    }

    const rowOfKettle = () => `id = x'${made.en.replaceAll('-', '')}'`
    const harms: readonly [what: string, harm: () => string, expected: () => string[]][] = [
      ['nothing where nothing was harmed', () => '', () => []],
      [
        'a row that differs',
        () => `update row set completeness = 7, name = 'Teapot' where ${rowOfKettle()}`,
        () => [`${made.contentItemId}: name of `, `${made.contentItemId}: completeness of `],
      ],
      [
        'a row that is gone, and counts that do not fit',
        () => `delete from row where ${rowOfKettle()}`,
        () => ['tally', `${made.contentItemId}: row of `],
      ],
      [
        'keys that are gone',
        () => `delete from key where n = (select n from item where id = x'${text}')`,
        () => [`${made.contentItemId}: keys`],
      ],
      [
        'words that were written from others',
        () => `update row set words = x'00' where ${rowOfKettle()}`,
        () => [`${made.contentItemId}: words of `],
      ],
      [
        'words that are gone from their index',
        () =>
          ['1', '2', '3', '4']
            .map(
              (number) => `delete from words_${number} where rowid =
              (select 2 * r from row where ${rowOfKettle()} and variation = ${number})`,
            )
            .join(';'),
        () => [`${made.contentItemId}: words of `],
      ],
      [
        'details that differ',
        () => `update row set version = version + 1, item_name = 'x' where ${rowOfKettle()}`,
        () => [`${made.contentItemId}: item name of `, `${made.contentItemId}: version of `],
      ],
      [
        'references in another order',
        () => `update key set position = position + 1 where n = (select n from item where id = x'${text}')`,
        () => [`${made.contentItemId}: keys`],
      ],
      [
        'names that differ',
        () => `update head set lines = 'teapot' where doc = (select 2 * r from row where ${rowOfKettle()})`,
        () => [`${made.contentItemId}: heads of `],
      ],
      [
        'an item that is not there',
        () => `delete from item where id = x'${text}'`,
        () => ['rows of no item', 'keys of no item', 'heads of no item', `${made.contentItemId}: is not there`],
      ],
      [
        'an item that is no more',
        () => `insert into item (id) values (zeroblob(16))`,
        () => ['00000000-0000-0000-0000-000000000000: is no more'],
      ],
      ['counts that do not fit', () => 'update tally set count = count + 1', () => ['tally']],
      [
        'nothing in one of another database',
        () => `update fact set value = 'x' where name = 'name'; delete from row`,
        () => [],
      ],
      ['nothing in one that is being made', () => `delete from fact where name = 'isWhole'; delete from row`, () => []],
    ]
    it.each(harms)('finds %s', async (_, harm, expected) => {
      const found = await harmed(run(harm()))
      expect(found).toHaveLength(expected().length)
      for (const [at, about] of expected().entries()) expect(found[at]).toContain(`list file differs: ${about}`)
    })

    it.each([
      ['damaged', (bytes: Buffer) => bytes.fill(0x5a, 3 * 8_192, 5 * 8_192)],
      ['no database at all', () => Buffer.from('nothing')],
    ])('finds that one is %s', async (_, damage) => {
      const found = await harmed(async (path) => writeFile(path, damage(await readFile(path))))
      expect(found).not.toEqual([])
      for (const each of found) expect(each).toMatch(/^list file damaged: /)
    })

    it('leaves out what was changed since the file was written, and compares the rest', async () => {
      const late = await content.make({ title: 'Saucepan' })
      await content.update(late.en, { title: 'Frying pan' })
      expect(await harmed(run(''))).toEqual([])
      const found = await harmed(run(`update row set completeness = 7 where ${rowOfKettle()}`))
      expect(found).toEqual([
        `list file differs: ${made.contentItemId}: completeness of ${server.acme.variations['en-US']}`,
      ])
    })
  })

  it('finds a file with other bytes, and one that is missing', async () => {
    const { objects } = server.dependencies
    await objects.put(binaryKey, Readable.from([Buffer.from('Some notes')]), { contentType: 'text/plain' })
    expect(brief(await verify())).toEqual([`file has other bytes: ${binaryKey}`])
    await objects.delete(binaryKey)
    expect(brief(await verify())).toEqual([`missing file: ${binaryKey}`])
    await objects.put(binaryKey, Readable.from([Buffer.from('some notes')]), { contentType: 'text/plain' })
  })

  it('finds the index of an older recipe, and servers mend it as they start: all tenants, and on from where one was cut off', async () => {
    const { look } = server.rows
    const recipes = () => look(`select version, remaking_version as remaking from index_recipe order by tenant_id`)
    const referred = () =>
      look(
        `select content_item_id, ref_id, position from content_reference order by tenant_id, content_item_id, ref_id`,
      )
    const right = await referred()
    expect(right).not.toEqual([])
    // What an earlier server had made of all content.
    const spoil = (position: number) => `update content_reference set position = ${position}`
    await look(`${spoil(900)}; update index_recipe set version = ${entryRecipe - 1}`)
    const found = brief(await verify()).filter((each) => each.startsWith('index of an older recipe'))
    expect(found).toHaveLength(2)
    await rebuildIndex(server.database, silent)
    expect(await referred()).toEqual(right)
    expect(brief(await verify())).toEqual([])

    // A server whose recipe is newer is cut off after its first batch; the next one does what is left.
    const next = indexRecipe + 1
    const cutOff = {
      info: () => {
        throw new Error('cut off')
      },
    }
    await look(spoil(901))
    await expect(rebuildIndex(server.database, cutOff, next)).rejects.toThrow('cut off')
    expect(await recipes()).toContainEqual({ version: indexRecipe, remaking: next })
    await Promise.all([1, 2].map(() => rebuildIndex(server.database, silent, next)))
    expect(await recipes()).toEqual([1, 2].map(() => ({ version: next, remaking: null })))
    expect(await referred()).toEqual(right)
    // A server with an older recipe leaves it as it is.
    await look(spoil(902))
    await rebuildIndex(server.database, silent)
    expect(await referred()).not.toEqual(right)
    await look(`update index_recipe set version = ${indexRecipe}`)
  })

  it('claims unique values anew where they were compared with signs that nobody sees, and finds the second item of one', async () => {
    const { look } = server.rows
    const [one, other] = [await content.make({ sku: 'K\u00ad-1' }), await content.make()]
    // Written by an older server, for which the two items have different values.
    const claim = (value: string) =>
      `insert into unique_claim (tenant_id, scope_key, value_key, content_item_id)
        values ('${server.acme.tenantId}', 'tenant:sku', '${value}', '${other.contentItemId}')`
    await look(`update unique_claim set value_key = 'k\u00ad-1' where content_item_id = '${one.contentItemId}'`)
    await content.update(other.en, { sku: 'K-1' })
    await look(claim('k\u00ad-2'))
    const isOf = async (contentItemId: string) =>
      (
        await look<{ key: string }>(
          `select value_key as key from unique_claim where content_item_id = '${contentItemId}'`,
        )
      ).map(({ key }) => key)
    expect(await isOf(other.contentItemId)).toEqual(expect.arrayContaining(['k-1', 'k\u00ad-2']))
    await look(`update index_recipe set version = ${claimRecipe - 1}`)
    await rebuildIndex(server.database, silent)
    expect([await isOf(one.contentItemId), await isOf(other.contentItemId)]).toEqual([[], ['k-1']])
    expect(brief(await verify())).toEqual([
      `unique value not claimed: ${one.contentItemId}: sku, claimed by ${other.contentItemId}`,
    ])
    await content.update(one.en, { sku: 'K-2' })
    expect(brief(await verify())).toEqual([])
  })

  it('finds nothing any more once the index was made anew', async () => {
    await server.rows.look('delete from deleted_key')
    await server.rows.look(`update content_reference set position = 903`)
    expect(brief(await verify()).toSorted()).toEqual(
      [
        `index differs: ${made.contentItemId}: content_reference`,
        `index differs: ${deleted.contentItemId}: deleted_key`,
      ].toSorted(),
    )
    for (const { tenantId } of [server.acme, server.nordic]) await makeIndexAnew(server.database, tenantId)
    expect(brief(await verify())).toEqual([])
  })
})
