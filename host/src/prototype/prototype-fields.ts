import type { Field, FieldType } from '@pim/contract'

/** The settings that these field types require. */
const settings: Partial<Record<FieldType, Record<string, unknown>>> = {
  price: { currencies: ['EUR', 'SEK'] },
  measurement: { family: 'length' },
  select: { options: options('black', 'white', 'silver') },
  multiSelect: { options: options('new', 'sale', 'seasonal') },
}

function options(...codes: string[]) {
  return codes.map((code) => ({ code, label: { 'en-US': code } }))
}

const field = (type: FieldType, required: 'never' | 'onPublish' = 'never'): Field => ({
  technicalName: type,
  friendlyName: { 'en-US': type },
  type,
  required,
  ...(settings[type] ? { settings: settings[type] } : {}),
})

export interface FieldGroup {
  name: 'basics' | 'technical' | 'commerce' | 'presentation'
  fields: readonly Field[]
}

export const fieldGroups: readonly FieldGroup[] = [
  { name: 'basics', fields: [field('text', 'onPublish'), field('slug'), field('longText'), field('boolean')] },
  {
    name: 'technical',
    fields: [field('integer'), field('decimal'), field('measurement'), field('date'), field('dateTime')],
  },
  {
    name: 'commerce',
    fields: [field('identifier'), field('price', 'onPublish'), field('select'), field('multiSelect')],
  },
  { name: 'presentation', fields: [field('color'), field('url'), field('email'), field('json')] },
]
