/* Without zod, so that the browser can have it without the schemas. */

/** Each role includes the ones before it. */
export const roles = ['viewer', 'editor', 'publisher', 'admin'] as const
export type Role = (typeof roles)[number]

/** Whether a role is, or includes, the one that is needed; `undefined` where nobody is asked for one. */
export const reaches = (role: Role, needed: Role | undefined): boolean =>
  needed === undefined || roles.indexOf(role) >= roles.indexOf(needed)
