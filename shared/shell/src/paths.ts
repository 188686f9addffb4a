/** Where another section shows a thing; an address is the only thing that sections know of each other. */
export const contentItemPath = (contentItemId: string): string => `/content-item/${encodeURIComponent(contentItemId)}`
export const mediaItemPath = (contentItemId: string): string => `/media-items?item=${encodeURIComponent(contentItemId)}`
export const taxonomyPath = (taxonomyId: string, conceptId?: string): string =>
  `/taxonomies?taxonomy=${encodeURIComponent(taxonomyId)}${conceptId ? `&concept=${encodeURIComponent(conceptId)}` : ''}`
