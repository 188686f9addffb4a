import type { DotLook } from '@pim/ui'

export const keyStates = ['working', 'ending', 'ended', 'revoked'] as const
export type KeyState = (typeof keyStates)[number]

/** Milliseconds before the expiry from which a key is shown as ending soon, so that it is replaced in time. */
const expiryWarningMs = 14 * 24 * 3_600_000

interface KeyTimes {
  readonly revokedAt: string | null
  readonly expiresAt: string | null
}

export function stateOf({ revokedAt, expiresAt }: KeyTimes, now: number): KeyState {
  if (revokedAt) return 'revoked'
  if (!expiresAt) return 'working'
  const left = Date.parse(expiresAt) - now
  if (left <= 0) return 'ended'
  return left < expiryWarningMs ? 'ending' : 'working'
}

export const stateLooks: Record<KeyState, DotLook> = {
  working: { color: 'success.main', fill: 'full' },
  ending: { color: 'warning.main', fill: 'half' },
  ended: { color: 'text.secondary', fill: 'half' },
  revoked: { color: 'text.secondary', fill: 'ring' },
}

/** The local day of a time as a date input takes it (`2026-11-05`); empty for none. */
export function dayOf(time: string | null): string {
  if (!time) return ''
  const at = new Date(time)
  const twoDigits = (number: number) => String(number).padStart(2, '0')
  return `${at.getFullYear()}-${twoDigits(at.getMonth() + 1)}-${twoDigits(at.getDate())}`
}

/** The last second of a local day, as an ISO time; `null` for no day: the key never expires. */
export const endOfDay = (day: string): string | null => (day ? new Date(`${day}T23:59:59`).toISOString() : null)
