import StarIcon from '@mui/icons-material/Star'
import StarBorderIcon from '@mui/icons-material/StarBorder'
import {
  Box,
  IconButton,
  List,
  ListItem,
  ListItemButton,
  ListItemText,
  ToggleButton,
  ToggleButtonGroup,
  Tooltip,
  Typography,
} from '@mui/material'
import { variationCode } from '@pim/content-kit'
import type { ContentVariation, Variation } from '@pim/contract'
import { FilterChip, SearchField, StatusDot, statusLookOf } from '@pim/ui'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

export interface ItemVariation {
  readonly variation: Variation
  readonly content: ContentVariation
  readonly fallback: Variation | undefined
}

interface VariationChooserProps {
  all: readonly ItemVariation[]
  currentId: string
  favourites: readonly string[]
  onChoose: (variationId: string) => void
  onFavourites: (variationIds: readonly string[]) => void
}

/** All variations of an item, to be searched and narrowed by their state; those with a star have a tab. */
export function VariationChooser(props: VariationChooserProps) {
  const { t } = useTranslation()
  return (
    <FilterChip label={t('content.item.allVariations', { count: props.all.length })} value={undefined}>
      {(close) => <Choices {...props} onDone={close} />}
    </FilterChip>
  )
}

/** Whether words are missing, or older than their source. Nothing is translated into the default variation. */
export const needsTranslation = ({ variation, content }: Pick<ItemVariation, 'variation' | 'content'>): boolean =>
  !variation.isDefault && (content.translation.state === 'missing' || content.translation.state === 'outdated')

const states = ['all', 'incomplete', 'untranslated', 'notLive'] as const
type State = (typeof states)[number]

const isIn: Readonly<Record<State, (each: ItemVariation) => boolean>> = {
  all: () => true,
  incomplete: ({ content }) => content.completeness < 100,
  untranslated: (each) => needsTranslation(each),
  notLive: ({ content }) => content.publishedVersion === null || content.hasUnpublishedChanges,
}

function Choices({
  all,
  currentId,
  favourites,
  onChoose,
  onFavourites,
  onDone,
}: VariationChooserProps & { onDone: () => void }) {
  const { t, i18n } = useTranslation()
  const [search, setSearch] = useState('')
  const [state, setState] = useState<State>('all')
  const list = useRef<HTMLUListElement>(null)
  const listId = useId()
  const words = search.toLocaleLowerCase(i18n.language).split(/\s+/).filter(Boolean)
  const found = all.filter((each) => {
    const text = `${variationCode(each.variation)} ${each.variation.friendlyName}`.toLocaleLowerCase(i18n.language)
    return isIn[state](each) && words.every((word) => text.includes(word))
  })
  const choose = (variationId: string) => {
    onDone()
    onChoose(variationId)
  }
  const walk = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
    const at = rows.findIndex((row) => row.closest('li')?.contains(document.activeElement))
    rows[at + (event.key === 'ArrowDown' ? 1 : -1)]?.focus()
    event.preventDefault()
  }
  const [first] = found
  return (
    <Box sx={{ width: 340, maxWidth: '100%' }}>
      <Box
        component="form"
        onSubmit={(event) => {
          event.preventDefault()
          if (first) choose(first.variation.variationId)
        }}
        sx={{ p: 1, display: 'grid', gap: 1 }}
      >
        <SearchField
          label={t('content.item.findVariation')}
          value={search}
          onChange={setSearch}
          delay={0}
          controls={listId}
          width="100%"
        />
        <ToggleButtonGroup
          exclusive
          fullWidth
          size="small"
          value={state}
          aria-label={t('content.item.variationState')}
          onChange={(_, chosen: State | null) => chosen && setState(chosen)}
        >
          {states.map((each) => (
            <ToggleButton key={each} value={each} sx={{ textTransform: 'none', py: 0.25 }}>
              {t(`content.item.variationState.${each}`, { count: all.filter(isIn[each]).length })}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      </Box>
      <List
        ref={list}
        id={listId}
        dense
        disablePadding
        aria-label={t('content.item.variations')}
        onKeyDown={walk}
        sx={{ maxHeight: 360, overflow: 'auto', pb: 1 }}
      >
        {found.map((each) => (
          <Choice
            key={each.variation.variationId}
            of={each}
            isCurrent={each.variation.variationId === currentId}
            isFavourite={favourites.includes(each.variation.variationId)}
            onChoose={choose}
            onStar={(variationId, isSet) =>
              onFavourites(isSet ? [...favourites, variationId] : favourites.filter((id) => id !== variationId))
            }
          />
        ))}
      </List>
      <Typography role="status" color="textSecondary" sx={{ px: 2, pb: 2, '&:empty': { p: 0 } }}>
        {found.length === 0 && t('content.item.noVariation')}
      </Typography>
    </Box>
  )
}

interface ChoiceProps {
  of: ItemVariation
  isCurrent: boolean
  isFavourite: boolean
  onChoose: (variationId: string) => void
  onStar: (variationId: string, isSet: boolean) => void
}

function Choice({ of, isCurrent, isFavourite, onChoose, onStar }: ChoiceProps) {
  const { t } = useTranslation()
  const { variation, content, fallback } = of
  const code = variationCode(variation)
  const star = t(isFavourite ? 'content.item.unstar' : 'content.item.star', { variation: code })
  return (
    <ListItem
      disablePadding
      secondaryAction={
        <Tooltip title={star}>
          <IconButton
            size="small"
            edge="end"
            aria-label={star}
            aria-pressed={isFavourite}
            onClick={() => onStar(variation.variationId, !isFavourite)}
          >
            {isFavourite ? <StarIcon fontSize="inherit" color="primary" /> : <StarBorderIcon fontSize="inherit" />}
          </IconButton>
        </Tooltip>
      }
    >
      <ListItemButton
        data-row
        selected={isCurrent}
        aria-current={isCurrent || undefined}
        onClick={() => onChoose(variation.variationId)}
        sx={{ gap: 1, pr: 6 }}
      >
        <ListItemText
          primary={code}
          secondary={
            fallback
              ? t('content.item.fallsBackTo', { name: variation.friendlyName, fallback: variationCode(fallback) })
              : variation.friendlyName
          }
          slotProps={{ primary: { sx: { fontWeight: 600 } }, secondary: { noWrap: true } }}
        />
        <Typography component="span" variant="caption" color="textSecondary" sx={{ display: 'inline-flex', gap: 0.75 }}>
          <StatusDot status={statusLookOf(content)} />
          {t('ui.completeness.value', { share: content.completeness })}
          {needsTranslation({ variation, content }) && t(`content.translation.state.${content.translation.state}`)}
        </Typography>
      </ListItemButton>
    </ListItem>
  )
}
