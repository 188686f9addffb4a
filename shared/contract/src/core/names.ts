/* Without zod, so that the browser can have it without the schemas. */

/** Of content types, fields and groups. */
export const technicalNamePattern = /^[A-Za-z][A-Za-z0-9_-]*$/
export const maxTechnicalNameLength = 100
export const isTechnicalName = (text: string): boolean =>
  text.length <= maxTechnicalNameLength && technicalNamePattern.test(text)

export const deliveryTargetPattern = /^[a-z][a-z0-9-]*$/
export const maxDeliveryTargetLength = 50
export const isDeliveryTarget = (text: string): boolean =>
  text.length <= maxDeliveryTargetLength && deliveryTargetPattern.test(text)

export const marketCodePattern = /^[A-Za-z0-9-]+$/
export const maxMarketCodeLength = 20
export const isMarketCode = (text: string): boolean =>
  text.length <= maxMarketCodeLength && marketCodePattern.test(text)

/** Of a tenant: what tokens and programs call it. */
export const externalIdPattern = /^[a-z0-9][a-z0-9-]*$/
export const maxExternalIdLength = 100
export const isExternalId = (text: string): boolean =>
  text.length <= maxExternalIdLength && externalIdPattern.test(text)

/** `My Shop!` becomes `my-shop`. */
export const externalIdOf = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, maxExternalIdLength)

/** What the author of a change is called that came with an API key for imports, before the id of the key. */
export const importKeyUserPrefix = 'api-key:'
/** The same of a deploy key. */
export const deployKeyUserPrefix = 'deploy-key:'

/** What a section declares, with the name of the section before it: `orders:approve`. */
export const declaredNamePattern = /^[a-z][a-z0-9-]{0,99}:[a-z][A-Za-z0-9]{0,49}$/
