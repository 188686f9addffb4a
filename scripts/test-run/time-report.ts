import type { FileTime } from '../checks/part.ts'
import type { Lap } from './lanes.ts'

/** The slowest files of each part, the seconds of each part, and how long each lane worked and stood still. */
export function timeReport(laps: readonly Lap[], { lanes, slowest }: { lanes: number; slowest: number }): string[] {
  const end = Math.max(0, ...laps.map(({ to }) => to))
  const parts = [...Map.groupBy(laps, ({ part }) => part)].map(([part, ofPart]) => ({
    part,
    seconds: busy(ofPart),
    files: ofPart.flatMap(({ outcome }) => outcome.files),
    works: ofPart.toSorted((one, other) => busy([other]) - busy([one])),
  }))
  const slowestFirst = parts.toSorted((one, other) => other.seconds - one.seconds)
  return [
    ...slowestFirst
      .filter(({ files }) => files.length > 0)
      .flatMap(({ part, files }) => slowestOf(part, files, slowest)),
    '',
    `Where the time went: ${inSeconds(end)} in ${lanes} lanes`,
    ...slowestFirst.map(
      ({ part, seconds, works }) =>
        `  ${inSeconds(seconds)}  ${part}${works.length > 1 ? `: ${works.map(withSeconds).join(', ')}` : ''}`,
    ),
    ...Array.from({ length: lanes }, (_, lane) => {
      const own = laps.filter((lap) => lap.lane === lane)
      return `  lane ${lane + 1}: ${inSeconds(busy(own)).trim()} busy, ${inSeconds(end - busy(own)).trim()} idle`
    }),
  ]
}

function slowestOf(part: string, files: readonly FileTime[], count: number): string[] {
  const shown = files.toSorted((one, other) => other.seconds - one.seconds).slice(0, count)
  return ['', `The slowest files of ${part}:`, ...shown.map(({ path, seconds }) => `  ${inSeconds(seconds)}  ${path}`)]
}

const busy = (laps: readonly Lap[]): number => laps.reduce((total, { from, to }) => total + to - from, 0)

const withSeconds = (lap: Lap): string => `${lap.name} ${Math.round(busy([lap]))}`

export const inSeconds = (seconds: number): string => `${seconds.toFixed(1).padStart(6)} s`
