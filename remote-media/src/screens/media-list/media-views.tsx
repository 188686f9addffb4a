import { ViewsButton, ViewsMenu } from '@pim/content-kit/saved-choices'
import { reaches } from '@pim/contract/core/roles.ts'
import { useAccount } from '@pim/shell'
import { useTranslation } from 'react-i18next'
import { type MediaState, readMediaState, writeMediaState } from './media-state.ts'

const query = (parts: Record<string, string>): string => new URLSearchParams(parts).toString()

const ownViews = (mayDeleted: boolean, hasAltText: boolean) => [
  { id: 'all', address: '' },
  { id: 'pictures', address: query({ kind: 'picture' }) },
  { id: 'drafts', address: query({ status: 'draft' }) },
  ...(hasAltText ? [{ id: 'noAltText', address: query({ altText: 'missing', view: 'texts' }) }] : []),
  ...(mayDeleted ? [{ id: 'deleted', address: query({ deleted: 'only' }) }] : []),
]

const read = (address: string): MediaState => readMediaState(new URLSearchParams(address))

/** What a view keeps: not the page, the variation or what is open beside the list. Tiles or lines are part of it. */
function viewAddress(state: MediaState): string {
  const besides = { openItemId: undefined, previewedId: undefined, variationId: undefined }
  const address = writeMediaState({ ...state, ...besides, pageNumber: 1 })
  address.delete('size')
  return address.toString()
}

/** The views of the media list: search, filters, order, and whether it has tiles or lines. */
export function MediaViews({ state, hasAltText }: { state: MediaState; hasAltText: boolean }) {
  const { t } = useTranslation()
  const mayEdit = reaches(useAccount().role, 'editor')
  const own = ownViews(mayEdit, hasAltText && mayEdit).map(({ id, address }) => ({
    name: t(`media.view.${id}`),
    address,
  }))
  const { variationId, pageSize } = state
  const isShown = (address: string) => viewAddress(read(address)) === viewAddress(state)
  return (
    <ViewsButton kind="mediaView" own={own} isShown={isShown}>
      {(opened) => (
        <ViewsMenu
          {...opened}
          kind="mediaView"
          own={own}
          shown={{ address: viewAddress(state) }}
          searchOf={(address) => writeMediaState({ ...read(address), variationId, pageSize }).toString()}
        />
      )}
    </ViewsButton>
  )
}
