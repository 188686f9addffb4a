import AddIcon from '@mui/icons-material/Add'
import { Button, Popover, Skeleton } from '@mui/material'
import type { ContentType } from '@pim/contract'
import { partOnDemand } from '@pim/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AddedFilter, GeneralFilter } from './added-filter.ts'

const FilterChoices = partOnDemand(async () => (await import('./filter-choices.tsx')).FilterChoices, {
  waiting: <Skeleton variant="rounded" width={284} height={300} sx={{ m: 1 }} />,
  place: 'here',
})

interface AddFilterProps {
  general: readonly GeneralFilter[]
  types: readonly ContentType[]
  chosenTypes: readonly string[]
  onAdd: (filter: AddedFilter) => void
}

/** Opens on everything else that can be asked. */
export function AddFilter({ onAdd, ...choices }: AddFilterProps) {
  const { t } = useTranslation()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const close = () => setAnchor(null)
  return (
    <>
      <Button
        size="small"
        startIcon={<AddIcon />}
        aria-haspopup="dialog"
        aria-expanded={Boolean(anchor)}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {t('content.filter.add')}
      </Button>
      <Popover
        open={Boolean(anchor)}
        anchorEl={anchor}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': t('content.filter.add'), sx: { mt: 0.5 } } }}
      >
        <FilterChoices
          {...choices}
          onClose={close}
          onChoose={(filter) => {
            close()
            onAdd(filter)
          }}
        />
      </Popover>
    </>
  )
}
