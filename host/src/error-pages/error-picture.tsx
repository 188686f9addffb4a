import { Box } from '@mui/material'
import type { ErrorPageName } from './error-page-names.ts'

const tile = 40
const gap = 8
const places = [0, 1, 2].flatMap((row) =>
  [0, 1, 2].map((column) => ({ x: column * (tile + gap), y: row * (tile + gap) })),
)
const middle = 4

/** The grid of the logo; the tile in the middle depicts the error. */
export function ErrorPicture({ name }: { name: ErrorPageName }) {
  const { x, y } = { x: tile + gap, y: tile + gap }
  return (
    <Box component="svg" viewBox="-16 -16 168 168" aria-hidden sx={{ width: 168, height: 168 }}>
      {places.map((place, at) =>
        at === middle ? null : (
          <Box
            key={`${place.x}-${place.y}`}
            component="rect"
            {...place}
            width={tile}
            height={tile}
            rx={8}
            sx={{ fill: 'var(--mui-palette-primary-main)', opacity: 0.14 }}
          />
        ),
      )}
      {pictures[name](x, y)}
    </Box>
  )
}

const stroke = { fill: 'none', strokeWidth: 2.5, strokeLinecap: 'round', strokeLinejoin: 'round' } as const
const amber = 'var(--mui-palette-warning-main)'
const red = 'var(--mui-palette-error-main)'
const grey = 'var(--mui-palette-text-secondary)'

const pictures: Record<ErrorPageName, (x: number, y: number) => React.ReactNode> = {
  // An empty place.
  'not-found': (x, y) => (
    <Box
      component="rect"
      x={x + 1}
      y={y + 1}
      width={tile - 2}
      height={tile - 2}
      rx={8}
      strokeDasharray="6 6"
      sx={{ ...stroke, stroke: grey }}
    />
  ),
  // A tile that does not fit.
  'bad-request': (x, y) => (
    <Box
      component="rect"
      x={x}
      y={y}
      width={tile}
      height={tile}
      rx={8}
      transform={`rotate(24 ${x + tile / 2} ${y + tile / 2})`}
      sx={{ fill: amber }}
    />
  ),
  // A locked tile.
  forbidden: (x, y) => (
    <>
      <Box component="rect" x={x} y={y} width={tile} height={tile} rx={8} sx={{ fill: grey }} />
      <Box
        component="path"
        d={`M${x + 14} ${y + 19}v-4a6 6 0 0 1 12 0v4M${x + 12} ${y + 19}h16v10h-16z`}
        sx={{ ...stroke, stroke: 'var(--mui-palette-background-default)' }}
      />
    </>
  ),
  // A tile that is full to the brim.
  'quota-reached': (x, y) => (
    <>
      <Box
        component="rect"
        x={x + 1}
        y={y + 1}
        width={tile - 2}
        height={tile - 2}
        rx={8}
        sx={{ ...stroke, stroke: amber }}
      />
      <Box component="rect" x={x + 6} y={y + 6} width={tile - 12} height={tile - 12} rx={4} sx={{ fill: amber }} />
    </>
  ),
  // A tile that has fallen out of its place.
  'server-error': (x, y) => (
    <>
      <Box
        component="rect"
        x={x + 1}
        y={y + 1}
        width={tile - 2}
        height={tile - 2}
        rx={8}
        strokeDasharray="6 6"
        sx={{ ...stroke, stroke: red, opacity: 0.5 }}
      />
      <Box
        component="rect"
        x={x + 14}
        y={y + 22}
        width={tile}
        height={tile}
        rx={8}
        transform={`rotate(-14 ${x + 34} ${y + 42})`}
        sx={{ fill: red }}
      />
    </>
  ),
}
