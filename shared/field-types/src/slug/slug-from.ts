import { fold } from '../core/text.ts'

/** The slug that a title would have: `Kamera für Müller & Söhne` is `kamera-fur-muller-sohne`. */
export const slugFrom = (title: string, longest = 200): string =>
  fold(title)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, longest)
    .replace(/-$/, '')
