import { contract } from '@pim/contract'
import { bodyBytes, type HostileServer } from './hostile-server.ts'
import { byShape, hostileText, hostileTexts, type Reader } from './shapes.ts'

const { createTaxonomy, batchConcepts, searchConcepts } = contract.taxonomies

const names = (server: HostileServer): Reader => ({
  name: 'names of concepts',
  worst: ['letters that decompose'],
  feeds: byShape((shape) => () => {
    const texts = hostileTexts(shape, { bytes: bodyBytes - 200_000, length: 300, count: 6_000 })
    const each = Math.ceil(texts.length / 1_000)
    const concepts = Array.from({ length: Math.ceil(texts.length / each) }, (_, at) => {
      const [name = 'a', ...synonyms] = texts.slice(at * each, at * each + each)
      return { path: [name.trim()], synonyms: { 'en-US': synonyms } }
    })
    const body = Buffer.from(JSON.stringify({ concepts }))
    let path = ''
    return {
      bytes: body.length,
      prepare: async () => {
        const { taxonomyId } = await server.server.ok(createTaxonomy, {
          query: { friendlyName: `of ${shape} ${Math.random()}` },
        })
        path = batchConcepts.path.replace('{taxonomyId}', taxonomyId)
      },
      work: async () => {
        await server.send(batchConcepts.method, path, body)
        const search = Buffer.from(JSON.stringify({ text: hostileText(shape, 300) }))
        await server.send(searchConcepts.method, searchConcepts.path, search)
      },
    }
  }),
})

export const conceptReaders = (server: HostileServer): Reader[] => [names(server)]
