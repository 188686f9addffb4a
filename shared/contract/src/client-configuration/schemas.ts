import { z } from 'zod'

/** Where a section is loaded from, and what the host must know of it before it loads it. */
export const remoteSchema = z
  .object({
    manifestUrl: z.string(),
    /** Its id in the release store; left out: the build that came with the server, or one on another server. */
    release: z.string().optional(),
    /** Ranges of the shell's and of the API's contract that it needs, as `^1.6.0`. Its build writes both. */
    shellContract: z.string().optional(),
    apiContract: z.string().optional(),
    /** The first is where the switcher leads. */
    paths: z.array(z.string()).optional(),
    titleKey: z.string().optional(),
    /** Path data of a drawing in a 24 px box, for the bottom bar of small screens. */
    icon: z.string().optional(),
    featureToggle: z.string().optional(),
    /** Where the shell offers it; left out: in the switcher. `menu`: with what one works in, and by ⌘K. */
    placement: z.enum(['switcher', 'menu']).optional(),
    position: z.number().int().optional(),
    /**
     * Paths of it for those who run the installation. They ask for nothing of a tenant, so the shell opens them to these people
     * also where the tenant is paused, or where there is none.
     */
    operatorPaths: z.array(z.string()).optional(),
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
