/**
 * The policy of an installation's page for a page of the frame: what it allows of the installation it allows of these origins,
 * too, and the code of the section comes from the last of them. Everything else stays refused, as it will be once the
 * section is deployed.
 */
export function withDevelopmentServer(policy: string, installation: string, origins: readonly string[]): string {
  const section = origins.at(-1)
  return policy
    .split(';')
    .map((directive) => directive.trim())
    .filter((directive) => !/^report-(?:to|uri)\b/.test(directive))
    .map((directive) => {
      const [name = '', ...sources] = directive.split(/\s+/)
      const own = sources
        .filter((source) => source.startsWith(installation))
        .flatMap((source) => origins.map((origin) => origin + source.slice(installation.length)))
      const loads = /^(?:script|style|connect|img|font|worker)-src$/.test(name) ? [`${section}/`] : []
      // The channel by which the development server says that something has changed.
      const channel = name === 'connect-src' ? [`${section}`.replace('http', 'ws')] : []
      return [...new Set([name, ...sources, ...own, ...loads, ...channel])].join(' ')
    })
    .join('; ')
}
