/** URLs of the screens of other sections. Sections link to each other only by these. */
export const contentItemPath = (contentItemId: string): string => `/content-item/${encodeURIComponent(contentItemId)}`
export const mediaItemPath = (contentItemId: string): string => `/media-items?item=${encodeURIComponent(contentItemId)}`
export const taxonomyPath = (taxonomyId: string, conceptId?: string): string =>
  `/taxonomies?taxonomy=${encodeURIComponent(taxonomyId)}${conceptId ? `&concept=${encodeURIComponent(conceptId)}` : ''}`
