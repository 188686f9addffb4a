import { defaultLanguage } from '@pim/contract/core/language.ts'
import { defaultPageSize, maxPageSize } from '@pim/contract/core/primitives.ts'
import type { Settings } from '@pim/contract/settings/schemas.ts'
import { imageSizes, uploadMimeTypes } from '../binary/index.ts'

interface SettingsConfig {
  readonly uploadMaxBytes: number
  readonly demo: boolean
  readonly keycloak?: object | undefined
}

/** The people and the key of the demo are known to everybody, so it goes together with the embedded identity provider alone. */
export const loadsDemo = ({ demo, keycloak }: Pick<SettingsConfig, 'demo' | 'keycloak'>): boolean =>
  demo && keycloak === undefined

/** Settings for the browser. The call is public, so nothing here may depend on the caller or on a tenant. */
const settingsFor = (config: SettingsConfig): Settings => ({
  applicationTitle: 'Product Information Manager',
  poweredByText: 'Powered by Product Information Manager',
  defaultLanguage,
  upload: { maxBytes: config.uploadMaxBytes, mimeTypes: [...uploadMimeTypes] },
  imageSizes: imageSizes.map(({ name, width, height, fit }) => ({ name, width, height, fit })),
  ...(loadsDemo(config) && { loadsDemo: true }),
  paging: { defaultPageSize, maxPageSize },
})

import type { contract } from '@pim/contract'
import type { Handlers } from '../../http/handlers.ts'
import { SharedAnswer } from '../../http/shared-answer.ts'

/** As the call answers them, and as each page has them. */
export const settingsText = (config: SettingsConfig): string => JSON.stringify(settingsFor(config))

/** Cached by browsers and revalidated each time, because a deploy can change them. */
const caching = { 'cache-control': 'public, no-cache' }

export function settingsHandlers(deps: { readonly config: SettingsConfig }): Handlers<typeof contract.settings> {
  const answer = new SharedAnswer(settingsText(deps.config))
  return { getSettings: ({ context }) => answer.responseTo(context.headers, caching) }
}
