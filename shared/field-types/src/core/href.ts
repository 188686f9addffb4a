const linkSchemes = new Set(['http:', 'https:', 'mailto:', 'tel:'])
const webSchemes = new Set(['http:', 'https:'])

/** Browsers drop tabs and line ends inside an address and take `\` for `/`, so what looks harmless may not be. */
const hasTrickery = (address: string): boolean => /[\p{Cc}\p{Zl}\p{Zp}\s\\]/u.test(address)

const parsed = (address: string): URL | null =>
  hasTrickery(address) || !URL.canParse(address) ? null : new URL(address)

export type AddressVerdict = 'good' | 'forbidden' | 'unreadable'

/** For a field that holds a web address. */
export const judgeWebAddress = (address: string): AddressVerdict => {
  const url = parsed(address)
  if (url === null)
    return /^[a-z][a-z0-9+.-]*:/i.test(address) && !/^https?:/i.test(address) ? 'forbidden' : 'unreadable'
  return webSchemes.has(url.protocol) ? 'good' : 'forbidden'
}

/** For a link inside a text: also mail, telephone, and places on the same site. */
export const isSafeHref = (href: string): boolean => {
  if (href.length > 2_000 || !href.isWellFormed() || hasTrickery(href)) return false
  if (/^(\/(?!\/)|#|\?)/.test(href)) return true
  const url = parsed(href)
  return url !== null && linkSchemes.has(url.protocol)
}
