import { type ContentTypeInput, contract, type FieldInput } from '@pim/contract'
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core'
import { addType } from '../../../testing/list-calls.ts'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'

const model = contract.contentModel
let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const field = (technicalName: string, more: Partial<FieldInput> = {}): FieldInput => ({
  technicalName,
  friendlyName: { 'en-US': technicalName },
  type: 'text',
  ...more,
})
const typeOf = (technicalName: string, more: Partial<ContentTypeInput> = {}): ContentTypeInput => ({
  technicalName,
  friendlyName: { 'en-US': technicalName },
  kind: 'user',
  fields: [field('title')],
  ...more,
})
const seed = (...contentTypes: ContentTypeInput[]) => server.ok(model.seedContentTypes, { body: { contentTypes } })
const places = async (...contentTypes: ContentTypeInput[]) => {
  const problem = await server.refused(model.seedContentTypes, 'CONTENT_TYPE_INVALID', { body: { contentTypes } })
  return (problem.fieldErrors ?? []).map((error) => `${error.technicalFieldName} ${error.code}`)
}

describe('seeding content types', () => {
  it('creates the starter types without a body, and nothing more the second time', async () => {
    const caller = { tenant: server.nordic.externalId }
    const first = await server.ok(model.seedContentTypes, caller)
    expect(first).toEqual({
      created: ['product', 'article', 'image', 'document', 'video'],
      changed: [],
      unchanged: [],
    })
    const second = await server.ok(model.seedContentTypes, caller)
    expect(second).toEqual({ created: [], changed: [], unchanged: first.created })
    const user = await server.ok(model.getAllUserTypes, caller)
    const media = await server.ok(model.getAllMediaTypes, caller)
    expect(user.map((type) => type.technicalName)).toEqual(['article', 'product'])
    expect(media.map((type) => type.technicalName)).toEqual(['document', 'image', 'video'])
    expect(await server.ok(model.getAllTypes, caller)).toHaveLength(5)
  })

  it('offers each starter type alone as long as its name is free, whatever else is there', async () => {
    const missing = async () => (await server.ok(model.getStarterTypes, {})).map((type) => type.technicalName)
    const own = [typeOf('own'), typeOf('Document')]
    await seed(...own)
    expect(await missing()).toEqual(['product', 'article', 'image', 'video'])
    const image = (await server.ok(model.getStarterTypes, {})).find((type) => type.technicalName === 'image')
    if (image !== undefined) expect((await seed(image)).created).toEqual(['image'])
    expect(await missing()).toEqual(['product', 'article', 'video'])
    for (const technicalName of ['own', 'Document', 'image'])
      await server.ok(model.deleteType, { query: { technicalName } })
  })

  it('changes nothing where two definitions mean the same', async () => {
    await seed(typeOf('same', { fields: [field('title', { settings: { maxLength: 20 }, required: 'never' })] }))
    const again = typeOf('same', {
      groups: [],
      fields: [field('title', { localizable: true, unique: 'none', settings: { maxLength: 20 }, helpText: {} })],
    })
    expect((await seed(again)).unchanged).toEqual(['same'])
    const wider = typeOf('same', { fields: [field('title', { settings: { maxLength: 30 } })] })
    expect((await seed(wider)).changed).toEqual(['same'])
    const { fields } = await server.ok(model.getTypeByName, { query: { technicalName: 'same' } })
    expect(fields).toEqual([field('title', { settings: { maxLength: 30 } })])
  })

  it('changes nothing where one of the types is invalid', async () => {
    await places(typeOf('fine'), typeOf('wrong', { titleField: 'nothing' }))
    await server.refused(model.getTypeByName, 'NOT_FOUND', { query: { technicalName: 'fine' } })
  })

  it('is for administrators', async () => {
    await server.refused(model.seedContentTypes, 'FORBIDDEN', { as: 'publisher' })
    await server.refused(model.deleteType, 'FORBIDDEN', { as: 'publisher', query: { technicalName: 'same' } })
  })

  it('is in the audit with the person who did it', async () => {
    await seed(typeOf('audited'))
    const query = { entityKind: 'contentType', entityId: 'audited' }
    const { items } = await server.ok(contract.audit.getAuditEntries, { query })
    expect(items.map((entry) => [entry.action, entry.userId])).toEqual([['contentType.create', 'acme-admin']])
  })

  it('creates a type once when many seed it at the same time, and reports it unchanged to the others', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => seed(typeOf('raced'))))
    expect(answers.filter((answer) => answer.created.length === 1)).toHaveLength(1)
    expect(answers.filter((answer) => answer.unchanged.length === 1)).toHaveLength(7)
  })
})

describe('an invalid content type', () => {
  it('is refused with the place of each error', async () => {
    const wrong = typeOf('wrong', {
      titleField: 'flag',
      groups: [
        { technicalName: 'main', friendlyName: { 'en-US': 'Main' } },
        { technicalName: 'main', friendlyName: {} },
      ],
      fields: [
        field('flag', { type: 'boolean', unique: 'tenant' }),
        field('title', { group: 'elsewhere' }),
        field('Title'),
        field('short', { settings: { maxLength: 0 } }),
        field('count', { type: 'integer', defaultValue: 'many' }),
        field('constructor'),
        field('file', { type: 'binary' }),
        field('nameless', { friendlyName: { 'en-US': ' ' } }),
      ],
    })
    expect(await places(typeOf('right'), wrong)).toEqual([
      'body.contentTypes[1].groups[1] DUPLICATE',
      'body.contentTypes[1].groups[1].friendlyName REQUIRED',
      'body.contentTypes[1].fields[0].unique WRONG_TYPE',
      'body.contentTypes[1].fields[1].group UNKNOWN_GROUP',
      'body.contentTypes[1].fields[2].technicalName DUPLICATE',
      'body.contentTypes[1].fields[3].settings.maxLength WRONG_TYPE',
      'body.contentTypes[1].fields[4].defaultValue WRONG_TYPE',
      'body.contentTypes[1].fields[5].technicalName WRONG_TYPE',
      'body.contentTypes[1].fields[7].friendlyName REQUIRED',
      'body.contentTypes[1].titleField NOT_A_TITLE',
      'body.contentTypes[1].fields[6].type BINARY_FIELD',
    ])
  })

  it('includes a media type without exactly one file, and a name that differs from another only in case', async () => {
    await seed(typeOf('Cased'))
    expect(
      await places(
        typeOf('noFile', { kind: 'media' }),
        typeOf('twoFiles', { kind: 'media', fields: [field('a', { type: 'binary' }), field('b', { type: 'binary' })] }),
        typeOf('cased'),
        typeOf('twice'),
        typeOf('twice'),
      ),
    ).toEqual([
      'body.contentTypes[0].fields BINARY_FIELD',
      'body.contentTypes[1].fields BINARY_FIELD',
      'body.contentTypes[2].technicalName NAME_TAKEN',
      'body.contentTypes[4].technicalName DUPLICATE',
    ])
  })

  it('includes a field for items of an unknown type, at any depth', async () => {
    const settings = { contentTypeTechnicalNames: ['linking', 'nowhere'] }
    const wrong = typeOf('linking', {
      fields: [
        field('one', { type: 'link', settings }),
        field('many', { type: 'links', settings }),
        field('picture', { type: 'media', settings }),
        field('pictures', { type: 'medias', settings }),
        field('parts', { type: 'group', settings: { fields: [field('part', { type: 'link', settings })] } }),
      ],
    })
    const at = (index: number, deeper = '') =>
      `body.contentTypes[0].fields[${index}].settings${deeper}.contentTypeTechnicalNames[1] UNKNOWN_CONTENT_TYPE`
    expect(await places(wrong)).toEqual([at(0), at(1), at(2), at(3), at(4, '.fields[0].settings')])
    // Its own name is accepted, and so is that of a type in the same request or of an existing one.
    expect((await seed(wrong, typeOf('nowhere'))).created).toEqual(['linking', 'nowhere'])
    expect((await seed(wrong)).unchanged).toEqual(['linking'])
  })

  it('includes a pattern that would take long to match, unless it is there already', async () => {
    const pattern = { pattern: '.*a.{500}' }
    const wrong = typeOf('patterned', {
      fields: [
        field('code', { settings: pattern }),
        field('rows', { type: 'table', settings: { columns: [field('part', { settings: pattern })] } }),
      ],
    })
    expect(await places(wrong)).toEqual([
      'body.contentTypes[0].fields[0].settings.pattern TOO_LARGE',
      'body.contentTypes[0].fields[1].settings.columns[0].settings.pattern TOO_LARGE',
    ])
    await addType(server.database, server.acme.tenantId, { ...wrong, technicalName: 'older' })
    const renamed = { ...wrong, technicalName: 'older', friendlyName: { 'en-US': 'Older still' } }
    expect((await seed(renamed)).changed).toEqual(['older'])
  })

  it('includes patterns that are too large together', async () => {
    const fields = Array.from({ length: 200 }, (_, at) =>
      field(`code${at}`, { settings: { pattern: `${at}(?:a{1,9}){1,9}(?:b{1,9}){1,9}` } }),
    )
    const [place, ...others] = await places(typeOf('patterns', { fields }))
    expect(place).toMatch(/^body\.contentTypes\[0\]\.fields\[1\d\d\]\.settings TOO_LARGE$/)
    expect(others).toEqual([])
    expect((await seed(typeOf('patterns', { fields: fields.slice(0, 20) }))).created).toEqual(['patterns'])
  })

  it('includes one with more than two hundred fields', async () => {
    const fields = Array.from({ length: 201 }, (_, at) => field(`field${at}`))
    await server.refused(model.seedContentTypes, 'INVALID_REQUEST', {
      body: { contentTypes: [typeOf('many', { fields })] },
    })
    expect((await seed(typeOf('many', { fields: fields.slice(1) }))).created).toEqual(['many'])
  })

  it('includes renames from fields that the type does not have, or still has', async () => {
    await seed(typeOf('renames', { fields: [field('a'), field('b')] }))
    expect(
      await places(
        typeOf('renames', {
          fields: [field('a'), field('c', { renamedFrom: 'a' }), field('d', { renamedFrom: 'nothing' }), field('b')],
        }),
      ),
    ).toEqual([
      'body.contentTypes[0].fields[1].renamedFrom DUPLICATE',
      'body.contentTypes[0].fields[2].renamedFrom UNKNOWN_FIELD',
    ])
  })
})

describe('removing a content type', () => {
  it('deletes one that nothing uses', async () => {
    await seed(typeOf('unused'))
    await server.ok(model.deleteType, { query: { technicalName: 'unused' } })
    await server.refused(model.getTypeByName, 'NOT_FOUND', { query: { technicalName: 'unused' } })
    await server.refused(model.deleteType, 'NOT_FOUND', { query: { technicalName: 'unused' } })
  })

  it('is refused with the items of the type, also deleted ones', async () => {
    await seed(typeOf('used'))
    const created = await server.ok(contract.contentItem.createItem, {
      query: { name: 'An item', technicalContentTypeName: 'used' },
    })
    const { contentItemId } = created
    const usedBy = [{ contentItemId, name: 'An item' }]
    const query = { technicalName: 'used' }
    expect((await server.refused(model.deleteType, 'IN_USE', { query })).usedBy).toEqual(usedBy)
    await server.ok(contract.contentItem.deleteItem, { params: { contentItemId } })
    expect((await server.refused(model.deleteType, 'IN_USE', { query })).usedBy).toEqual(usedBy)
    await server.ok(contract.contentItem.purgeItem, { params: { contentItemId } })
    await server.ok(model.deleteType, { query })
  })

  it('is refused while fields of another type refer to it', async () => {
    const settings = { contentTypeTechnicalNames: ['wanted'] }
    await seed(typeOf('wanted', { fields: [field('self', { type: 'link', settings })] }))
    await seed(typeOf('wanting', { fields: [field('link', { type: 'link', settings })] }))
    const problem = await server.refused(model.deleteType, 'IN_USE', { query: { technicalName: 'wanted' } })
    expect(problem.message).toContain('wanting')
    await server.ok(model.deleteType, { query: { technicalName: 'wanting' } })
    await server.ok(model.deleteType, { query: { technicalName: 'wanted' } })
  })
})
