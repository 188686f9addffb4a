// Written by `npm run task contract`.
/** The version of what the shell offers to sections. A section is loaded where its `shellContract` range holds it. */
export const shellContract = '2.10.0'

/** The version of the calls of the API. A section is loaded where its `apiContract` range holds it. */
export const apiContract = '1.39.0'

/** The version of what each slot gives. A fill is drawn where its `version` range holds it. */
export const slotVersions: Readonly<Record<string, string>> = {
  'item.panel': '1.0.0',
  'item.actions': '1.0.0',
  'items.column': '1.0.0',
  'items.bulkAction': '1.0.0',
  'media.detail': '1.0.0',
  'concept.detail': '1.0.0',
  'settings.page': '1.0.0',
  'work.panel': '1.0.0',
}
