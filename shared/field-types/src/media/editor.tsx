import ImageIcon from '@mui/icons-material/ImageOutlined'
import { useTranslation } from 'react-i18next'
import type { EditorProps } from '../frame/field-view.ts'
import { idsIn, useItemSource } from '../frame/item-source.ts'
import { ReferenceEditor } from '../frame/reference-editor.tsx'

interface MediaSettings {
  readonly contentTypeTechnicalNames?: readonly string[]
  readonly mimeTypes?: readonly string[]
}

const useMedia = ({ settings, ...control }: EditorProps<MediaSettings>) => {
  const { t } = useTranslation()
  const source = useItemSource('media', settings)
  return {
    control: { ...control, settings },
    source,
    ids: idsIn(control.value),
    words: { find: t('fieldTypes.media.find') },
    icon: <ImageIcon fontSize="small" />,
    upload: settings,
  }
}

export function MediaEditor(props: EditorProps<MediaSettings>) {
  return <ReferenceEditor {...useMedia(props)} onChange={([id = null]: (string | null)[]) => props.onChange(id)} />
}

export function MediasEditor(props: EditorProps<MediaSettings>) {
  return (
    <ReferenceEditor isMany {...useMedia(props)} onChange={(ids) => props.onChange(ids.length === 0 ? null : ids)} />
  )
}
