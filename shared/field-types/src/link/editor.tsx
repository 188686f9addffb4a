import ArticleIcon from '@mui/icons-material/ArticleOutlined'
import { useTranslation } from 'react-i18next'
import type { EditorProps } from '../frame/field-view.ts'
import { idsIn, useItemSource } from '../frame/item-source.ts'
import { ReferenceEditor } from '../frame/reference-editor.tsx'

const useWords = () => {
  const { t } = useTranslation()
  return { find: t('fieldTypes.link.find') }
}

export function LinkEditor(props: EditorProps) {
  const source = useItemSource('user', props.settings)
  return (
    <ReferenceEditor
      control={props}
      source={source}
      ids={idsIn(props.value)}
      words={useWords()}
      icon={<ArticleIcon fontSize="small" />}
      onChange={([id = null]: (string | null)[]) => props.onChange(id)}
    />
  )
}

export function LinksEditor(props: EditorProps) {
  const source = useItemSource('user', props.settings)
  return (
    <ReferenceEditor
      isMany
      control={props}
      source={source}
      ids={idsIn(props.value)}
      words={useWords()}
      icon={<ArticleIcon fontSize="small" />}
      onChange={(ids) => props.onChange(ids.length === 0 ? null : ids)}
    />
  )
}
