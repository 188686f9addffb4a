import { Box } from '@mui/material'
import { useVariations, VariationMenu } from '@pim/content-kit'
import { useAccount } from '@pim/shell'
import { useFills } from '@pim/shell/slots'
import { PageHeader } from '@pim/ui'
import { useTranslation } from 'react-i18next'
import { WorkCard } from './work-card.tsx'
import { WorkItems } from './work-items.tsx'
import { workKinds } from './work-kinds.ts'

/** The page of one person: items that wait for them in the selected variation, and the cards of other sections. */
export function MyWork() {
  const { t } = useTranslation()
  const { userId } = useAccount()
  const { variations, current, select } = useVariations()
  const fills = useFills('work.panel')
  const kinds = workKinds.filter(({ isOfTranslation }) => !isOfTranslation || current?.isDefault === false)
  return (
    <>
      <PageHeader
        title={t('content.work.title')}
        actions={
          <VariationMenu
            label={t('content.list.variation')}
            variations={variations}
            current={current}
            onChange={select}
          />
        }
      />
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
          gap: 2,
          alignItems: 'start',
        }}
      >
        {kinds.map((kind) => (
          <WorkItems key={kind.name} kind={kind} userId={userId} variationId={current?.variationId} />
        ))}
        {fills.map(({ id, title, Filled }) => (
          <WorkCard key={id} title={title}>
            <Filled />
          </WorkCard>
        ))}
      </Box>
    </>
  )
}
