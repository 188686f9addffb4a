import { type Bundle, bundleSchema, type Note, type WrittenBundle } from '../bundle.ts'
import { attributeFields } from './attribute-fields.ts'
import { photoReference, readContentTypes } from './content-types.ts'
import { readItems, readMedia } from './items.ts'
import { withModelValues } from './models.ts'
import { readinessNotes } from './requirements.ts'
import { labelsOf, languageOf, list, readSource } from './source.ts'
import { readTaxonomies } from './taxonomies.ts'

/** English first: it is the language that the others fall back to. */
const byDefaultFirst = (a: string, b: string): number =>
  Number(b === 'en-US') - Number(a === 'en-US') || a.localeCompare(b)

/** A line break of a text field is one to the reader, too, unless the text has its own in HTML. */
const asHtml = (text: string): string => (/<br|<p[\s>]|<li/i.test(text) ? text : text.replaceAll('\n', '<br>'))

/** Makes a bundle of a catalogue that was exported from Akeneo. */
export async function readAkeneo(folder: string): Promise<Bundle> {
  const notes: Note[] = []
  const source = withModelValues(await readSource(folder), notes)
  const languages = [...new Set(source.channels.flatMap((channel) => list(channel.locales)))].map(languageOf)
  const [first = 'en-US', ...others] = languages.sort(byDefaultFirst)
  const named = new Intl.DisplayNames('en', { type: 'language' })
  const fields = attributeFields(source, asHtml, notes)
  const taxonomies = readTaxonomies(source, notes)
  const contentTypes = readContentTypes(source, fields, taxonomies, notes)
  const items = readItems(source, fields, taxonomies, notes)
  return bundleSchema.parse({
    variations: [
      { languageCode: first, friendlyName: named.of(first) ?? first },
      ...others.map((languageCode) => ({
        languageCode,
        friendlyName: named.of(languageCode) ?? languageCode,
        fallback: first,
      })),
    ],
    contentTypes,
    keyFields: Object.fromEntries(
      contentTypes.map(({ technicalName, kind }) => [technicalName, kind === 'media' ? photoReference : 'sku']),
    ),
    taxonomies,
    media: readMedia(source, notes),
    items,
    channels: source.channels.map((row) => ({ technicalName: row.code ?? '', friendlyName: labelsOf(row) })),
    failures: [...source.failures],
    notes: [...notes, ...readinessNotes(source, contentTypes, items)],
  } satisfies WrittenBundle)
}
