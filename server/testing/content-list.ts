import type { ContentType, ContentTypeKind, SearchInput } from '@pim/contract'
import { contentTables, readListedFields, readRowValues } from '../src/modules/content/index.ts'
import { search } from '../src/modules/content-index/search/service.ts'
import type { Reader } from '../src/modules/reader/index.ts'
import { type AddedContent, addContent, addType, type TestContent } from './list-calls.ts'
import { type TestDatabase, type TestTenant, testDatabase } from './test-database.ts'
import { openTestReader, unkeptModels } from './test-reader.ts'

/** A tenant for tests of lists, whose content is inserted directly. */
export interface ContentList {
  readonly test: TestDatabase
  readonly reader: Reader
  readonly tenant: TestTenant
  /** By default of the first type, in the tenant's only variation. */
  add(content: Partial<TestContent> & { readonly name: string }): Promise<AddedContent>
  /** `kind` null finds both kinds. */
  find(input: SearchInput, kind?: ContentTypeKind | null): ReturnType<typeof search>
  names(input: SearchInput, kind?: ContentTypeKind | null): Promise<string[]>
  /** Another tenant in the same database; by default with the same types, in `en-US`. */
  anotherTenant(types?: readonly ContentType[], languageCode?: string): Promise<ContentList>
  close(): Promise<void>
}

export async function openContentList(types: readonly ContentType[]): Promise<ContentList> {
  const test = await testDatabase()
  return listIn(test, await openTestReader(test.database), types)
}

async function listIn(
  test: TestDatabase,
  reader: Reader,
  types: readonly ContentType[],
  languageCode = 'en-US',
): Promise<ContentList> {
  const tenant = await test.createTenant()
  const { tenantId, variationId } = tenant
  await test.look(`update variation set language_code = '${languageCode}' where tenant_id = '${tenantId}'`)
  for (const type of types) await addType(test.database, tenantId, type)
  const [type] = types
  if (type === undefined) throw new Error('a list needs a content type')
  const list: ContentList = {
    test,
    reader,
    tenant,
    add: (content) => addContent(test.database, tenantId, { type, variationId, languageCode, ...content }),
    find: (input, kind = 'user') =>
      search(
        {
          database: test.database,
          reader,
          models: unkeptModels,
          tables: contentTables,
          readFields: readListedFields,
          readValues: readRowValues,
        },
        tenantId,
        kind ?? undefined,
        input,
        {},
      ),
    names: async (input, kind) => (await list.find(input, kind)).items.map(({ name }) => name),
    anotherTenant: (others = types, languageCode) => listIn(test, reader, others, languageCode),
    async close() {
      await reader.close()
      await test.close()
    },
  }
  return list
}
