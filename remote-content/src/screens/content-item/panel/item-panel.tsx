import ExpandMoreIcon from '@mui/icons-material/ExpandMore'
import { Accordion, AccordionDetails, AccordionSummary, Typography } from '@mui/material'
import type { ContentType, ContentVariation, Variation } from '@pim/contract'
import { SidePanel } from '@pim/ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ItemDraft, SaveState } from '../editing/item-draft.ts'
import { HistoryPart } from './history-part.tsx'
import { LinksPart } from './links-part.tsx'
import { PublishingPart } from './publishing-part.tsx'

interface ItemPanelProps {
  isOpen: boolean
  onClose: () => void
  /** What links to a deleted item is not known any more. */
  isDeleted: boolean
  type: ContentType
  contentVariation: ContentVariation
  siblings: readonly ContentVariation[]
  variations: readonly Variation[]
  /** Whether what is typed has arrived: what publishing does is asked once it has. */
  saveState: SaveState
  draft: ItemDraft
  isReadOnly: boolean
  /** Saves what is typed before an earlier version takes its place. */
  beforeRestore: () => Promise<boolean>
}

export function ItemPanel({ isOpen, onClose, isDeleted, ...rest }: ItemPanelProps) {
  const { t } = useTranslation()
  return (
    <SidePanel open={isOpen} title={t('content.panel.title')} onClose={onClose} width={340}>
      <Part title={t('content.panel.publishing')}>
        <PublishingPart {...rest} isDeleted={isDeleted} />
      </Part>
      {!isDeleted && (
        <Part title={t('content.panel.links')}>
          <LinksPart contentVariation={rest.contentVariation} type={rest.type} />
        </Part>
      )}
      <Part title={t('content.panel.history')}>
        <HistoryPart {...rest} />
      </Part>
    </SidePanel>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Accordion
      disableGutters
      elevation={0}
      defaultExpanded
      square
      slotProps={{ transition: { unmountOnExit: true } }}
      sx={{ bgcolor: 'transparent', '&::before': { display: 'none' } }}
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
