/** Who gets a canary release: a share of all people, or the people of some tenants. */
export type CanaryAudience = { percent: number } | { tenants: string[] }

const maxPercent = 99

/** Of what was typed; tenants count before the share. `undefined` where it is neither. */
export function readAudience(share: string, tenants: string): CanaryAudience | undefined {
  const ids = tenants
    .split(/[\s,;]+/)
    .map((id) => id.trim())
    .filter((id) => id !== '')
  if (ids.length > 0) return { tenants: [...new Set(ids)] }
  const percent = /^\s*\d{1,2}\s*%?\s*$/.test(share) ? Number.parseInt(share, 10) : 0
  return percent >= 1 && percent <= maxPercent ? { percent } : undefined
}
