import ArrowDropDownIcon from '@mui/icons-material/ArrowDropDown'
import { Button } from '@mui/material'
import type { ListView } from '@pim/contract'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChoices } from './choices.ts'

export interface NamedView extends ListView {
  readonly name: string
}

export interface OpenedViews {
  /** The button, while the menu is open. */
  readonly anchor: HTMLElement | null
  readonly close: () => void
  /** The name of the view that is shown, if it has one. */
  readonly shownName: string | undefined
}

interface ViewsButtonProps {
  kind: 'contentView' | 'mediaView'
  /** The product's own, which are always there. */
  own: readonly NamedView[]
  isShown: (address: string) => boolean
  /** Draws the menu, from its first opening on: its code comes then. */
  children: (opened: OpenedViews) => ReactNode
}

/** Says which view of a list this is, and opens the menu of all. */
export function ViewsButton({ kind, own, isShown, children }: ViewsButtonProps) {
  const { t } = useTranslation()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [wasOpened, setOpened] = useState(false)
  const ownName = own.find(({ address }) => isShown(address))?.name
  // A list as it comes asks for no views: their names are needed where the list is none of the product's own.
  const { choices } = useChoices(kind, ownName === undefined)
  const shownName = ownName ?? choices?.find(({ content }) => isShown(content.address))?.name
  const label = shownName ?? t('kit.view.other')
  return (
    <>
      <Button
        variant="outlined"
        color="inherit"
        endIcon={<ArrowDropDownIcon />}
        aria-haspopup="menu"
        aria-expanded={Boolean(anchor)}
        aria-label={t('kit.view.label', { name: label })}
        onClick={(event) => {
          setAnchor(event.currentTarget)
          setOpened(true)
        }}
        sx={{ maxWidth: 220, borderColor: 'divider', '& > span:first-of-type': { flexShrink: 1 } }}
      >
        {label}
      </Button>
      {wasOpened && children({ anchor, close: () => setAnchor(null), shownName })}
    </>
  )
}
