import { Divider, MenuItem, Typography } from '@mui/material'
import type { SavedChoice } from '@pim/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

interface ChoicesInMenuProps<Choice extends SavedChoice> {
  choices: readonly Choice[] | undefined
  isFailed: boolean
  onRetry: () => void
  item: (choice: Choice) => ReactNode
}

/** Lines of a menu: one's own, then those of the tenant. A function, as a menu takes its lines as its own children. */
export function useChoicesInMenu() {
  const { t } = useTranslation()
  return <Choice extends SavedChoice>({
    choices,
    isFailed,
    onRetry,
    item,
  }: ChoicesInMenuProps<Choice>): ReactNode[] => {
    if (isFailed)
      return [
        <MenuItem key="failed" dense onClick={onRetry}>
          {t('kit.saved.notLoaded')}
        </MenuItem>,
      ]
    if (!choices) return [<Caption key="loading">{t('kit.saved.loading')}</Caption>]
    const part = (key: 'own' | 'tenant', isShared: boolean) => {
      const some = choices.filter((each) => each.isShared === isShared)
      return some.length === 0
        ? []
        : [<Divider key={`${key} line`} />, <Caption key={key}>{t(`kit.saved.${key}`)}</Caption>, ...some.map(item)]
    }
    return [...part('own', false), ...part('tenant', true)]
  }
}

const Caption = ({ children }: { children: ReactNode }) => (
  <Typography component="li" role="presentation" variant="caption" color="textSecondary" sx={{ px: 2, py: 0.5 }}>
    {children}
  </Typography>
)
