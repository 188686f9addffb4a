import NextIcon from '@mui/icons-material/KeyboardArrowDown'
import PreviousIcon from '@mui/icons-material/KeyboardArrowUp'
import { IconButton, Stack, Tooltip, Typography } from '@mui/material'
import { commandKey } from '@pim/ui'
import { useTranslation } from 'react-i18next'
import { type Direction, directions } from '../../../parts/walk/list-walk.ts'
import type { useListWalk } from './use-list-walk.ts'

const icons = { next: NextIcon, previous: PreviousIcon }
export const walkKeys: Readonly<Record<Direction, readonly string[]>> = {
  next: [commandKey, 'Enter'],
  previous: [commandKey, 'Shift', 'Enter'],
}

/** The place of the item in the list that it was opened from, and buttons to the items beside it. */
export function WalkButtons({ walk }: { walk: NonNullable<ReturnType<typeof useListWalk>> }) {
  const { t, i18n } = useTranslation()
  const { place, total, isCapped, go } = walk
  const number = new Intl.NumberFormat(i18n.language)
  return (
    <Stack direction="row" sx={{ alignItems: 'center', flex: 'none' }}>
      {directions.toReversed().map((direction) => {
        const Icon = icons[direction]
        return (
          <Tooltip key={direction} title={`${t(`content.walk.${direction}`)} (${walkKeys[direction].join(' ')})`}>
            <IconButton
              size="small"
              data-walk={direction}
              aria-label={t(`content.walk.${direction}`)}
              aria-keyshortcuts={direction === 'next' ? 'Control+Enter' : 'Control+Shift+Enter'}
              onClick={() => void go(direction, true)}
            >
              <Icon fontSize="small" />
            </IconButton>
          </Tooltip>
        )
      })}
      <Typography
        variant="body2"
        component="span"
        color="textSecondary"
        sx={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap', mx: 0.5 }}
      >
        {t(isCapped ? 'content.walk.placeOfMore' : 'content.walk.place', {
          place: number.format(place),
          total: number.format(total),
        })}
      </Typography>
    </Stack>
  )
}
