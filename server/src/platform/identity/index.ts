export { type Claims, type Identity, isGlobalAdmin, roleFor } from './identity.ts'
export { IdentityProviderAway, type KeySource, remoteKeys } from './key-set.ts'
export { type MembershipSource, remoteMembership } from './membership.ts'
export { createTokenVerifier, TokenRefused, type TokenVerifier, type VerifierOptions } from './verify.ts'
