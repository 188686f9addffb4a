import LabelIcon from '@mui/icons-material/LabelOutlined'
import { useTranslation } from 'react-i18next'
import type { EditorProps } from '../frame/field-view.ts'
import { idsIn } from '../frame/item-source.ts'
import { ReferenceEditor } from '../frame/reference-editor.tsx'
import { useConceptSource } from './concept-source.ts'

interface ConceptSettings {
  readonly taxonomyIds?: readonly string[]
}

const useConcepts = (props: EditorProps<ConceptSettings>) => {
  const { t } = useTranslation()
  return {
    control: props,
    source: useConceptSource(props.settings.taxonomyIds),
    ids: idsIn(props.value),
    words: { find: t('fieldTypes.concept.find') },
    icon: <LabelIcon fontSize="small" />,
  }
}

export function ConceptEditor(props: EditorProps<ConceptSettings>) {
  return <ReferenceEditor {...useConcepts(props)} onChange={([id = null]: (string | null)[]) => props.onChange(id)} />
}

export function ConceptsEditor(props: EditorProps<ConceptSettings>) {
  return (
    <ReferenceEditor isMany {...useConcepts(props)} onChange={(ids) => props.onChange(ids.length === 0 ? null : ids)} />
  )
}
