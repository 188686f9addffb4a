/** Milliseconds after which a provider that does not answer counts as away. */
export const providerDeadlineMs = 10_000

/** The provider takes the refresh token no more: only a new sign-in helps. */
export class Refused extends Error {}
