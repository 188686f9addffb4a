import ArticleIcon from '@mui/icons-material/ArticleOutlined'
import { Button, Dialog, DialogActions, DialogContent, DialogTitle, Divider, Stack, TextField } from '@mui/material'
import { GuardedButton } from '@pim/ui'
import type { Editor } from '@tiptap/core'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isSafeHref } from '../core/href.ts'
import { useItemSource } from '../frame/item-source.ts'
import { ReferencePicker } from '../frame/reference-picker.tsx'
import { type Choice, useLabelling } from '../frame/reference-source.ts'
import { asText } from '../frame/use-typed.ts'
import { type LinkTarget, removeLink, setLink } from './commands.ts'

interface LinkDialogProps {
  readonly editor: Editor
  onClose(): void
}

const anything = {}

/** People leave the scheme out; what is no address with it is none. */
const completed = (typed: string): string => {
  const address = typed.trim()
  if (isSafeHref(address)) return address
  if (/^[^\s@/]+@[^\s@/]+\.[^\s@/]+$/.test(address)) return `mailto:${address}`
  return /^[\w-]+(\.[\w-]+)+([/?#:].*)?$/.test(address) ? `https://${address}` : address
}

/** To an address, or to a content item. */
export function LinkDialog({ editor, onClose }: LinkDialogProps) {
  const { t } = useTranslation()
  const id = useId()
  const current = editor.getAttributes('link')
  const source = useItemSource('user', anything)
  const linkedId = asText(current.contentItemId)
  const [address, setAddress] = useState(asText(current.href))
  const href = completed(address)
  const isWrong = address.trim() !== '' && !isSafeHref(href)
  const needsTarget = address.trim() === '' ? t('fieldTypes.richText.needsTarget') : undefined
  const fault = isWrong ? t('fieldTypes.richText.addressWrong') : needsTarget
  const close = (act: () => void) => {
    onClose()
    act()
  }
  const apply = (target: LinkTarget, words: string) => close(() => setLink(editor, target, words))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (fault === undefined) apply({ href }, address.trim())
  }
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby={`${id}-title`}>
      <form onSubmit={submit}>
        <DialogTitle id={`${id}-title`} variant="h2">
          {t('fieldTypes.richText.link')}
        </DialogTitle>
        <DialogContent>
          <Stack sx={{ gap: 2, pt: 1 }}>
            <TextField
              autoFocus
              label={t('fieldTypes.richText.address')}
              value={address}
              onChange={(event) => setAddress(event.target.value)}
              error={isWrong}
              helperText={isWrong ? t('fieldTypes.richText.addressWrong') : ' '}
              slotProps={{ htmlInput: { inputMode: 'url', spellCheck: false, autoCapitalize: 'off' } }}
            />
            <Divider>{t('fieldTypes.richText.or')}</Divider>
            {linkedId !== '' && <Linked id={linkedId} source={source} />}
            <ReferencePicker
              control={{ id, labelId: '', describedBy: undefined, isInvalid: false, isReadOnly: false }}
              source={source}
              taken={[]}
              label={t('fieldTypes.link.find')}
              icon={<ArticleIcon fontSize="small" />}
              onChoose={(choice: Choice) => apply({ contentItemId: choice.id }, choice.name)}
            />
          </Stack>
        </DialogContent>
        <DialogActions>
          {editor.isActive('link') && (
            <Button color="error" onClick={() => close(() => removeLink(editor))} sx={{ mr: 'auto' }}>
              {t('fieldTypes.richText.removeLink')}
            </Button>
          )}
          <Button color="inherit" onClick={onClose}>
            {t('fieldTypes.richText.cancel')}
          </Button>
          <GuardedButton type="submit" variant="contained" permission={{ may: fault === undefined, reason: fault }}>
            {t('fieldTypes.richText.apply')}
          </GuardedButton>
        </DialogActions>
      </form>
    </Dialog>
  )
}

function Linked({ id, source }: { id: string; source: ReturnType<typeof useItemSource> }) {
  const { t } = useTranslation()
  const labelling = useLabelling(source, id)
  const name = labelling.state === 'known' ? labelling.choice.name : t('fieldTypes.reference.unnamed')
  return <span>{t('fieldTypes.richText.linkedTo', { name })}</span>
}
