import { defaultPageSize, maxPageSize } from '@pim/contract/core/primitives.ts'
import type { Settings } from '@pim/contract/settings/schemas.ts'
import { imageSizes, uploadMimeTypes } from '../binary/index.ts'

/** The same for everyone, signed in or not: nothing here may depend on who asks, or on any tenant. */
export const settingsFor = (config: { readonly uploadMaxBytes: number }): Settings => ({
  applicationTitle: 'Product Information Manager',
  poweredByText: 'Powered by Product Information Manager',
  defaultLanguage: 'en-US',
  upload: { maxBytes: config.uploadMaxBytes, mimeTypes: [...uploadMimeTypes] },
  imageSizes: imageSizes.map(({ name, width, height, fit }) => ({ name, width, height, fit })),
  paging: { defaultPageSize, maxPageSize },
})
