import { z } from 'zod'
import { staticHalfSchema } from '../sections/static-half.ts'

/** Where a section is loaded from, and its static half. */
export const remoteSchema = staticHalfSchema
  // Which texts come first is a matter of the server.
  .omit({ name: true, firstStrings: true })
  .extend({
    manifestUrl: z.string(),
    /** Its id in the release store; left out: the build that came with the server, or one on another server. */
    release: z.string().optional(),
  })
  .meta({ id: 'Remote' })
export type Remote = z.infer<typeof remoteSchema>

/** Blank identity values mean the placeholder account: a section being developed alone. */
export const clientConfigurationSchema = z
  .object({
    keycloak: z.object({ clientId: z.string(), realm: z.string(), keycloakUrl: z.string() }),
    remotes: z.record(z.string(), remoteSchema),
  })
  .meta({ id: 'ClientConfiguration' })
export type ClientConfiguration = z.infer<typeof clientConfigurationSchema>
