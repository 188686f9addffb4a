import { ViewsButton } from '@pim/content-kit/saved-choices'
import { reaches } from '@pim/contract/core/roles.ts'
import { useAccount } from '@pim/shell'
import { partOnDemand } from '@pim/ui'
import { useTranslation } from 'react-i18next'
import type { ContentViewsMenuProps } from './content-views-menu.tsx'
import { isView, ownViews } from './list-views.ts'

const ContentViewsMenu = partOnDemand(async () => (await import('./content-views-menu.tsx')).ContentViewsMenu)

type ContentViewsProps = Omit<ContentViewsMenuProps, 'own' | 'opened'>

/** The views of the content list: search, filters, order, and columns with their widths. */
export function ContentViews(props: ContentViewsProps) {
  const { t } = useTranslation()
  const { userId, role } = useAccount()
  const own = ownViews(userId, reaches(role, 'editor')).map(({ id, address }) => ({
    name: t(`content.view.${id}`),
    address,
  }))
  return (
    <ViewsButton kind="contentView" own={own} isShown={(address) => isView(props.state, address)}>
      {(opened) => <ContentViewsMenu {...props} own={own} opened={opened} />}
    </ViewsButton>
  )
}
