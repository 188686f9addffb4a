import ReplaceIcon from '@mui/icons-material/Autorenew'
import { useApi } from '@pim/api-client/react'
import { useAccount, useFeedback, usePermission, useUploads } from '@pim/shell'
import { GuardedButton } from '@pim/ui'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'

interface ReplaceFileProps {
  contentItemId: string
  /** The one whose own value the file is: others that inherit it get the new one, too. */
  contentVariationId: string
  /** Technical name of the field with the file. */
  field: string
  accept: readonly string[]
}

/** Another file in the place of this one: the item stays, with all that is said of it and all that links to it. */
export function ReplaceFile({ contentItemId, contentVariationId, field, accept }: ReplaceFileProps) {
  const { t } = useTranslation()
  const api = useApi()
  const uploads = useUploads()
  const feedback = useFeedback()
  const { settings } = useAccount()
  const permission = usePermission('contentVariation.updateVariation')
  const chooser = useRef<HTMLInputElement>(null)
  const send = (file: File) => {
    if (file.size > settings.upload.maxBytes) return feedback.error(t('media.upload.tooLarge', { name: file.name }))
    uploads.add([
      {
        file,
        finish: async ({ binaryId }, options) => {
          const fields = [{ technicalFieldName: field, value: binaryId }]
          await api.contentVariation.updateVariation({ body: { contentVariationId, fields } }, options)
          return { href: `/media-items?item=${contentItemId}` }
        },
      },
    ])
  }
  return (
    <>
      <input
        ref={chooser}
        type="file"
        hidden
        accept={(accept.length > 0 ? accept : settings.upload.mimeTypes).join(',')}
        aria-label={t('media.detail.replace')}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) send(file)
          target.value = ''
        }}
      />
      <GuardedButton
        permission={permission}
        variant="outlined"
        size="small"
        startIcon={<ReplaceIcon />}
        onClick={() => chooser.current?.click()}
      >
        {t('media.detail.replace')}
      </GuardedButton>
    </>
  )
}
