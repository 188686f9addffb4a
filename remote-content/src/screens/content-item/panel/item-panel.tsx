import ExpandMoreIcon from '@mui/icons-material/ExpandMore'
import { Accordion, AccordionDetails, AccordionSummary, Typography } from '@mui/material'
import type { ContentType, ContentVariation, Variation } from '@pim/contract'
import { type ItemGiven, useFills } from '@pim/shell/slots'
import { SidePanel } from '@pim/ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { targetsIn } from '../editing/draft-fields.ts'
import { targetsEntry } from '../editing/edit.ts'
import type { ItemDraft, SaveState } from '../editing/item-draft.ts'
import { useDraftField } from '../editing/use-item-draft.ts'
import { PublishingPart } from './publishing-part.tsx'

interface ItemPanelProps {
  isOpen: boolean
  onClose: () => void
  type: ContentType
  contentVariation: ContentVariation
  variations: readonly Variation[]
  /** Whether what is typed has arrived: what publishing does is asked once it has. */
  saveState: SaveState
  draft: ItemDraft
  given: ItemGiven
}

/** How publishing stands, and what sections add: the channels, links and history of this one stand in the same slot. */
export function ItemPanel({ isOpen, onClose, draft, given, ...rest }: ItemPanelProps) {
  const { t } = useTranslation()
  const fills = useFills('item.panel')
  const channels = useChosenChannels(draft)
  return (
    <SidePanel open={isOpen} title={t('content.panel.title')} onClose={onClose} width={340}>
      <Part title={t('content.panel.publishing')}>
        <PublishingPart {...rest} isReadOnly={given.isReadOnly} isDeleted={given.isDeleted} />
      </Part>
      {fills.map(({ id, title, Filled }) => (
        <Part key={id} title={title}>
          <Filled {...given} channels={channels} />
        </Part>
      ))}
    </SidePanel>
  )
}

function useChosenChannels(draft: ItemDraft) {
  const { value, conflict, errors } = useDraftField(draft, targetsEntry)
  return {
    chosen: targetsIn(value),
    choose: (names: readonly string[]) => draft.edit(targetsEntry, [...names].sort()),
    isRefused: errors.length > 0,
    conflict: conflict && {
      base: targetsIn(conflict.base),
      mine: targetsIn(conflict.mine),
      theirs: targetsIn(conflict.theirs),
    },
    settle: (side: 'mine' | 'theirs') => draft.settle(targetsEntry, side),
  }
}

/** Hides the title of a fill that draws nothing, as channels do where there is one alone. */
const hiddenWhileEmpty = { '&:has(.MuiAccordionDetails-root:empty)': { display: 'none' } }

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Accordion
      disableGutters
      elevation={0}
      defaultExpanded
      square
      slotProps={{ transition: { unmountOnExit: true } }}
      sx={{ bgcolor: 'transparent', '&::before': { display: 'none' }, ...hiddenWhileEmpty }}
    >
      <AccordionSummary expandIcon={<ExpandMoreIcon fontSize="small" />} sx={{ px: 0, minHeight: 40 }}>
        <Typography variant="body2" component="span" sx={{ fontWeight: 600 }}>
          {title}
        </Typography>
      </AccordionSummary>
      <AccordionDetails sx={{ px: 0, pt: 0 }}>{children}</AccordionDetails>
    </Accordion>
  )
}
