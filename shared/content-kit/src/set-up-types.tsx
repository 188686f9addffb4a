import { Button } from '@mui/material'
import type { ContentTypeKind } from '@pim/contract'
import { partOnDemand } from '@pim/ui'
import { useState } from 'react'
import { Link } from 'react-router'
import { useStarterTypes } from './starter-types.ts'
import type { StarterTypesDialogProps } from './starter-types-dialog.tsx'

/** Asks which of the starter types to add. */
export const StarterTypes = partOnDemand<StarterTypesDialogProps>(
  async () => (await import('./starter-types-dialog.tsx')).StarterTypesDialog,
)

interface SetUpTypesProps {
  kind: ContentTypeKind
  label: string
}

/** For a list that lacks its types: offers the starter types of the kind in place, and leads to the settings where all are there. */
export function SetUpTypes({ kind, label }: SetUpTypesProps) {
  const [isChoosing, setChoosing] = useState(false)
  const starters = useStarterTypes(true, kind)
  if (starters?.length === 0) {
    return (
      <Button component={Link} to="/settings/content-types" variant="contained">
        {label}
      </Button>
    )
  }
  return (
    <>
      <Button variant="contained" onClick={() => setChoosing(true)}>
        {label}
      </Button>
      {isChoosing && <StarterTypes kind={kind} onClose={() => setChoosing(false)} />}
    </>
  )
}
