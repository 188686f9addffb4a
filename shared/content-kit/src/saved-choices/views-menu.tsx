import ArrowDropDownIcon from '@mui/icons-material/ArrowDropDown'
import { Button, Divider, ListItemText, Menu, MenuItem } from '@mui/material'
import type { ListView, NewSavedChoice } from '@pim/contract'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useChoicesInMenu } from './choices-in-menu.tsx'
import { ManageChoicesDialog, SaveChoiceDialog } from './dialogs.ts'
import { useSavedChoices } from './use-saved-choices.ts'

interface NamedView extends ListView {
  readonly name: string
}

interface ViewsMenuProps {
  kind: 'contentView' | 'mediaView'
  /** The product's own, which are always there. */
  own: readonly NamedView[]
  /** The list as it stands. */
  shown: ListView
  isShown: (address: string) => boolean
  /** The search part of the address that a view opens at. */
  searchOf: (address: string) => string
  /** Its columns, and what of it is not there any more, are the list's matter. */
  onOpen?: (view: NamedView) => void
  /** Further lines, at the end. */
  more?: (close: () => void) => ReactNode
}

/** The names that ways of looking at a list have, one's own and those of the tenant; the button says which one this is. */
export function ViewsMenu({ kind, own, shown, isShown, searchOf, onOpen, more }: ViewsMenuProps) {
  const { t } = useTranslation()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [open, setOpen] = useState<'save' | 'manage'>()
  const [wasOpened, setOpened] = useState(false)
  const ownShown = own.find(({ address }) => isShown(address))
  // A list as it comes asks for no views: their names are needed in the menu, and where the list is none of the product's own.
  const saved = useSavedChoices(kind, wasOpened || !ownShown)
  const choicesInMenu = useChoicesInMenu()
  const close = () => setAnchor(null)
  const views = saved.choices?.map((choice) => ({ ...choice.content, name: choice.name }))
  const current = ownShown ?? views?.find(({ address }) => isShown(address))
  const item = (view: NamedView, key: string) => (
    <MenuItem
      key={key}
      dense
      component={Link}
      to={{ search: searchOf(view.address) }}
      selected={view.name === current?.name}
      aria-current={view.name === current?.name ? 'page' : undefined}
      onClick={() => {
        close()
        onOpen?.(view)
      }}
    >
      <ListItemText primary={view.name} slotProps={{ primary: { noWrap: true } }} />
    </MenuItem>
  )
  const take = (next: 'save' | 'manage') => () => {
    close()
    setOpen(next)
  }
  return (
    <>
      <Button
        variant="outlined"
        color="inherit"
        endIcon={<ArrowDropDownIcon />}
        aria-haspopup="menu"
        aria-expanded={Boolean(anchor)}
        aria-label={t('kit.view.label', { name: current?.name ?? t('kit.view.other') })}
        onClick={(event) => {
          setAnchor(event.currentTarget)
          setOpened(true)
        }}
        sx={{ maxWidth: 220, borderColor: 'divider', '& > span:first-of-type': { flexShrink: 1 } }}
      >
        {current?.name ?? t('kit.view.other')}
      </Button>
      <Menu anchorEl={anchor} open={Boolean(anchor)} onClose={close} slotProps={{ paper: { sx: { maxWidth: 320 } } }}>
        {own.map((view) => item(view, `own ${view.name}`))}
        {choicesInMenu({
          ...saved,
          onRetry: saved.retry,
          item: ({ savedChoiceId, name, content }) => item({ ...content, name }, savedChoiceId),
        })}
        <Divider />
        <MenuItem dense onClick={take('save')}>
          {t('kit.view.save')}
        </MenuItem>
        {(saved.choices?.length ?? 0) > 0 && (
          <MenuItem dense onClick={take('manage')}>
            {t('kit.view.manage')}
          </MenuItem>
        )}
        {more?.(close)}
      </Menu>
      {open === 'save' && (
        <SaveChoiceDialog
          title={t('kit.view.saveTitle')}
          label={t('kit.view.name')}
          help={t('kit.view.nameHelp')}
          confirmLabel={t('kit.view.confirm')}
          taken={{ names: own.map(({ name }) => name), text: t('kit.view.taken') }}
          onSave={async (name, isShared) => {
            await saved.save(viewOf(kind, name, isShared, shown))
            setOpen(undefined)
          }}
          onClose={() => setOpen(undefined)}
        />
      )}
      {open === 'manage' && (
        <ManageChoicesDialog
          title={t('kit.view.manageTitle')}
          choices={saved.choices ?? []}
          saved={saved}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  )
}

const viewOf = (
  kind: ViewsMenuProps['kind'],
  name: string,
  isShared: boolean,
  { address, columns, widths }: ListView,
): NewSavedChoice => ({
  kind,
  name,
  isShared,
  content: { address, ...(columns && { columns }), ...(widths && { widths }) },
})
