import { Divider, ListItemText, Menu, MenuItem } from '@mui/material'
import type { ListView, NewSavedChoice } from '@pim/contract'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useChoicesInMenu } from './choices-in-menu.tsx'
import { ManageChoicesDialog } from './manage-choices-dialog.tsx'
import { SaveChoiceDialog } from './save-choice-dialog.tsx'
import { useSavedChoices } from './use-saved-choices.ts'
import type { NamedView, OpenedViews } from './views-button.tsx'

interface ViewsMenuProps extends OpenedViews {
  kind: 'contentView' | 'mediaView'
  /** The product's own, which are always there. */
  own: readonly NamedView[]
  /** The list as it stands. */
  shown: ListView
  /** The search part of the address that a view opens at. */
  searchOf: (address: string) => string
  /** Its columns, and what of it is not there any more, are the list's matter. */
  onOpen?: (view: NamedView) => void
  /** A further line, at the end. */
  more?: ReactNode
}

/** The names that ways of looking at a list have, one's own and those of the tenant. */
export function ViewsMenu({ kind, own, shown, shownName, searchOf, onOpen, more, anchor, close }: ViewsMenuProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<'save' | 'manage'>()
  const saved = useSavedChoices(kind, true)
  const choicesInMenu = useChoicesInMenu()
  const item = (view: NamedView, key: string) => (
    <MenuItem
      key={key}
      dense
      component={Link}
      to={{ search: searchOf(view.address) }}
      selected={view.name === shownName}
      aria-current={view.name === shownName ? 'page' : undefined}
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
        {more}
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
