import type { Field } from '@pim/contract'
import { configure, render } from '@testing-library/react'
import { createInstance } from 'i18next'
import { type ReactNode, useState } from 'react'
import { I18nextProvider, initReactI18next } from 'react-i18next'
import strings from '../../locales/en-US.json'
import { fixtureIds } from '../core/field-type-fixtures.ts'
import { FieldEditor } from '../fields.tsx'
import type { FieldEditorProps } from './field-editor.tsx'
import { type ConceptLabel, type FieldServices, FieldServicesProvider, type ItemLabel } from './field-services.tsx'

// Some editors load a part of theirs when they are first shown: that takes long on a busy machine.
configure({ asyncUtilTimeout: 20_000 })

const item = (contentItemId: string, name: string, typeLabel: string): ItemLabel => ({ contentItemId, name, typeLabel })

const [camera, lens, bag] = fixtureIds.items
const [photo] = fixtureIds.medias
const [color, red] = fixtureIds.concepts

const items = [item(camera, 'Camera', 'Product'), item(lens, 'Lens', 'Product'), item(bag, 'Bag', 'Article')]
const medias = [item(photo, 'Photo of a camera', 'Image')]
const concepts: ConceptLabel[] = [
  { conceptId: color, name: 'Colour' },
  { conceptId: red, name: 'Red', path: 'Colour' },
]

const named = <Label extends { name: string }>(labels: readonly Label[], text: string): Label[] =>
  labels.filter((label) => label.name.toLowerCase().includes(text.toLowerCase()))

/** A small world for fields to stand in. */
export const testServices: FieldServices = {
  searchItems: async ({ text, kind }) => named(kind === 'media' ? medias : items, text),
  itemLabel: async (id) => [...items, ...medias].find((each) => each.contentItemId === id),
  searchConcepts: async ({ text }) => named(concepts, text),
  conceptLabel: async (id) => concepts.find((each) => each.conceptId === id),
  thumbnail: async () => new Blob(),
  itemAddress: (id) => `/content-item/${id}`,
  fieldValue: (name) => (name === 'title' ? 'Kamera für Müller' : null),
}

const i18n = createInstance()
void i18n.use(initReactI18next).init({
  lng: 'en-US',
  ns: 'pim',
  defaultNS: 'pim',
  keySeparator: false,
  nsSeparator: false,
  initAsync: false,
  interpolation: { escapeValue: false },
  resources: { 'en-US': { pim: strings } },
})

export function World({ children, services = testServices }: { children: ReactNode; services?: FieldServices }) {
  return (
    <I18nextProvider i18n={i18n}>
      <FieldServicesProvider value={services}>{children}</FieldServicesProvider>
    </I18nextProvider>
  )
}

export const testField = (type: Field['type'], more: Partial<Field> = {}): Field => ({
  technicalName: 'it',
  friendlyName: { 'en-US': 'The field' },
  helpText: { 'en-US': 'What it is for' },
  type,
  ...more,
})

interface Drawn {
  /** The last value that was handed out. */
  value(): unknown
  /** Every value that was handed out, in order. */
  readonly changes: unknown[]
}

/** Draws a field that keeps what it is given, as a form does. */
export function drawField(
  field: Field,
  initial: unknown = null,
  props: Partial<Omit<FieldEditorProps, 'field' | 'value' | 'onChange'>> & { services?: FieldServices } = {},
): Drawn {
  const changes: unknown[] = []
  const { services = testServices, ...rest } = props
  function Form() {
    const [value, setValue] = useState(initial)
    const [change] = useState(() => (next: unknown) => {
      changes.push(next)
      setValue(next)
    })
    return <FieldEditor field={field} value={value} onChange={change} languageCode="en-US" {...rest} />
  }
  render(
    <World services={services}>
      <Form />
    </World>,
  )
  return { value: () => (changes.length === 0 ? initial : changes.at(-1)), changes }
}
