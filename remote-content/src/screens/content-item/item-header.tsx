import ArrowBackIcon from '@mui/icons-material/ArrowBack'
import ArrowDownwardIcon from '@mui/icons-material/ArrowDownward'
import RedoIcon from '@mui/icons-material/Redo'
import UndoIcon from '@mui/icons-material/Undo'
import ViewSidebarIcon from '@mui/icons-material/ViewSidebarOutlined'
import { Box, Button, IconButton, Stack, Tooltip } from '@mui/material'
import type { ContentItem, ContentType, ContentVariation, FieldError, Variation } from '@pim/contract'
import { type ItemGiven, useFills } from '@pim/shell/slots'
import { commandKey, StatusDot, statusLookOf } from '@pim/ui'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { DraftSummary, ItemDraft } from './editing/item-draft.ts'
import { ItemName } from './item-name.tsx'
import { PublishButton } from './publish-button.tsx'
import { SaveState } from './save-state.tsx'
import type { Publishing } from './use-publishing.ts'
import type { useListWalk } from './walk/use-list-walk.ts'
import { useWayBack } from './walk/use-way-back.ts'
import { WalkButtons } from './walk/walk-buttons.tsx'

interface ItemHeaderProps {
  item: ContentItem
  type: ContentType
  variations: readonly Variation[]
  draft: ItemDraft
  summary: DraftSummary
  siblings: readonly ContentVariation[]
  walk: ReturnType<typeof useListWalk>
  publishing: Publishing
  missing: number
  /** Fields that want a look, whatever it is that stands in their way. */
  problemCount: number
  onNextProblem: () => void
  isPanelOpen: boolean
  onPanelToggle: () => void
  onRefused: (errors: readonly FieldError[]) => void
  given: ItemGiven
}

export function ItemHeader(props: ItemHeaderProps) {
  const { item, type, variations, draft, summary, siblings, walk, publishing, missing } = props
  const { problemCount, onNextProblem } = props
  const { isPanelOpen, onPanelToggle, onRefused, given } = props
  const { t } = useTranslation()
  const actions = useFills('item.actions')
  const back = useWayBack(item.contentItemId)
  return (
    <Stack
      component="header"
      direction="row"
      useFlexGap
      sx={{ alignItems: 'center', flexWrap: 'wrap', gap: 1, minHeight: 48, mb: 1, flex: 'none' }}
    >
      <Tooltip title={t('content.item.back')}>
        <IconButton component={Link} to={back} aria-label={t('content.item.back')} edge="start">
          <ArrowBackIcon fontSize="small" />
        </IconButton>
      </Tooltip>
      {walk && <WalkButtons walk={walk} />}
      <ItemName item={item} />
      <StatusDot status={statusLookOf(summary.variation)} />
      <Box sx={{ flexGrow: 1 }} />
      <SaveState draft={draft} summary={summary} />
      <Tooltip title={`${t('content.item.undo')} (${commandKey} Z)`}>
        <span>
          <IconButton disabled={!summary.canUndo} aria-label={t('content.item.undo')} onClick={() => draft.undo()}>
            <UndoIcon fontSize="small" />
          </IconButton>
        </span>
      </Tooltip>
      <Tooltip title={t('content.item.redo')}>
        <span>
          <IconButton disabled={!summary.canRedo} aria-label={t('content.item.redo')} onClick={() => draft.redo()}>
            <RedoIcon fontSize="small" />
          </IconButton>
        </span>
      </Tooltip>
      {problemCount > 0 && !item.isDeleted && (
        <Tooltip title={t('content.item.nextProblem')} describeChild>
          <Button
            size="small"
            color="warning"
            endIcon={<ArrowDownwardIcon />}
            aria-keyshortcuts="F8"
            onClick={onNextProblem}
            sx={{ flex: 'none' }}
          >
            {t('content.item.problems', { count: problemCount })}
          </Button>
        </Tooltip>
      )}
      {actions.map(({ id, Filled }) => (
        <Filled key={id} {...given} />
      ))}
      <PublishButton
        item={item}
        type={type}
        variations={variations}
        draft={draft}
        summary={summary}
        siblings={siblings}
        publishing={publishing}
        missing={missing}
        onRefused={onRefused}
      />
      <Tooltip title={t('content.item.panel')}>
        <IconButton aria-label={t('content.item.panel')} aria-pressed={isPanelOpen} onClick={onPanelToggle}>
          <ViewSidebarIcon fontSize="small" color={isPanelOpen ? 'primary' : 'inherit'} />
        </IconButton>
      </Tooltip>
    </Stack>
  )
}
