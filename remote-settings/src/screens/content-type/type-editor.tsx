import AddIcon from '@mui/icons-material/Add'
import UndoIcon from '@mui/icons-material/Undo'
import { Alert, Box, Button, Paper, Typography } from '@mui/material'
import { useQuotaWarning } from '@pim/content-kit'
import type { ContentType, Field } from '@pim/contract'
import { inLanguage } from '@pim/contract/core/language.ts'
import { jobKinds } from '@pim/contract/jobs/kinds.ts'
import { FieldServicesProvider } from '@pim/field-types/react'
import { usePermission } from '@pim/shell'
import { GuardedButton, PageHeader, QuotaNotice, SidePanel } from '@pim/ui'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { WorkUnderWay } from '../../parts/work-under-way.tsx'
import { AddFieldDialog } from './add-field-dialog.tsx'
import { FieldPanel } from './field-panel.tsx'
import { FieldTable } from './field-table.tsx'
import { FormPreview } from './form-preview.tsx'
import { JsonDialog } from './json-dialog.tsx'
import { LossDialog } from './loss-dialog.tsx'
import { RemoveTypeButton } from './remove-type-button.tsx'
import { SaveProblem } from './save-problem.tsx'
import { addField, byGroup, changeField, changeType, moveField, removeField, stepField } from './type-draft.ts'
import { TypePanel } from './type-panel.tsx'
import { useEditorFocus } from './use-editor-focus.ts'
import { usePreviewServices } from './use-preview-services.ts'
import { useSettingsWorld } from './use-settings-world.ts'
import { useTypeDraft } from './use-type-draft.ts'

/** What the address says is open beside the fields: one of them, or the type's own words. */
const ofType = '-'

export function TypeEditor({ stored, before }: { stored: ContentType; before: ReactNode }) {
  const { t, i18n } = useTranslation()
  const name = inLanguage(stored.friendlyName, i18n.language, stored.technicalName)
  const work = useTypeDraft(stored, name)
  const { draft, count, problem, isSaving } = work
  const saving = usePermission('contentModel.seedContentTypes')
  const warning = useQuotaWarning(['contentTypeFields', 'contentTypeBytes'])
  const [address, setAddress] = useSearchParams()
  const [isAdding, setAdding] = useState(false)
  const [isJsonOpen, setJsonOpen] = useState(false)
  const world = useSettingsWorld(draft)
  const services = usePreviewServices()
  const isPreview = address.get('view') === 'preview'
  const openKey = address.get('field') ?? undefined
  const opened = draft.fields.find(({ key }) => key === openKey)
  const goTo = (key: string | undefined, preview: boolean) =>
    setAddress({ ...(key ? { field: key } : {}), ...(preview ? { view: 'preview' } : {}) }, { replace: true })
  const open = (key: string | undefined) => goTo(key, isPreview)
  const losses = problem !== undefined && typeof problem === 'object' ? problem.affected : undefined
  const focus = useEditorFocus(count, openKey)
  const add = (field: Field) => {
    const next = addField(draft, field)
    work.change(next)
    setAdding(false)
    const key = next.fields.at(-1)?.key
    open(key)
    focus.goTo({ panelOf: key })
  }
  const remove = (key: string) => {
    const shown = byGroup(draft).flatMap(({ fields }) => fields)
    const at = shown.findIndex((each) => each.key === key)
    open(undefined)
    work.change(removeField(draft, key))
    focus.goTo({ row: (shown[at + 1] ?? shown[at - 1])?.key })
  }
  return (
    <>
      <PageHeader
        title={name}
        before={before}
        after={
          <Typography color="textSecondary" component="span">
            {`${stored.technicalName} · ${t(`settings.type.kind.${stored.kind}`)}`}
          </Typography>
        }
        actions={
          <>
            {work.undo && (
              <Button startIcon={<UndoIcon />} onClick={work.undo} disabled={isSaving}>
                {t('settings.type.undo')}
              </Button>
            )}
            {count > 0 && (
              <Button onClick={work.discard} disabled={isSaving}>
                {t('settings.type.discard')}
              </Button>
            )}
            <Button aria-pressed={isPreview} onClick={() => goTo(openKey, !isPreview)}>
              {t(isPreview ? 'settings.type.showFields' : 'settings.type.preview')}
            </Button>
            <Button onClick={() => setJsonOpen(true)}>{t('settings.type.json')}</Button>
            <Button
              onClick={() => {
                open(ofType)
                focus.goTo({ panelOf: ofType })
              }}
            >
              {t('settings.type.words')}
            </Button>
            <GuardedButton permission={saving} startIcon={<AddIcon />} onClick={() => setAdding(true)}>
              {t('settings.type.addField')}
            </GuardedButton>
            {count > 0 && (
              <GuardedButton
                permission={saving}
                variant="contained"
                loading={isSaving}
                onClick={() => void work.submit(false)}
              >
                {t('settings.type.save', { count })}
              </GuardedButton>
            )}
          </>
        }
      />
      <QuotaNotice warning={warning} link={Link} />
      <WorkUnderWay kinds={[jobKinds.changeContentOfTypes]} />
      {work.wasFound && (
        <Alert severity="info" sx={{ mb: 1.5, flex: 'none' }}>
          {t('settings.type.found')}
        </Alert>
      )}
      {problem && !losses && (
        <SaveProblem
          problem={problem}
          draft={draft}
          onStartAgain={work.startAgain}
          onKeep={work.keepOnTop}
          conflicts={work.conflicts}
        />
      )}
      <FieldServicesProvider value={services}>
        <Paper variant="outlined" sx={{ display: 'flex', minHeight: 0, flexGrow: 1, mb: 2, overflow: 'hidden' }}>
          <Box
            ref={focus.fields}
            tabIndex={-1}
            sx={{ flexGrow: 1, minWidth: 0, overflow: 'auto', '&:focus-visible': { outlineOffset: -2 } }}
          >
            {isPreview ? (
              <FormPreview draft={draft} />
            ) : (
              <FieldTable
                draft={draft}
                openKey={openKey}
                onOpen={(key, isByKey) => {
                  open(key)
                  if (isByKey) focus.goTo({ panelOf: key })
                }}
                isReadOnly={!saving.may}
                onStep={(key, step) => work.change(stepField(draft, key, step))}
                onDrop={(key, toKey) => work.change(moveField(draft, key, toKey))}
              />
            )}
          </Box>
          <SidePanel
            open={opened !== undefined || openKey === ofType}
            title={
              opened
                ? inLanguage(opened.field.friendlyName, i18n.language, opened.field.technicalName)
                : t('settings.type.words')
            }
            onClose={() => {
              open(undefined)
              focus.goTo({ row: openKey })
            }}
          >
            <Box ref={focus.panel}>
              {opened ? (
                <FieldPanel
                  key={opened.key}
                  opened={opened}
                  draft={draft}
                  world={world}
                  isReadOnly={!saving.may}
                  onChange={(part) => work.change(changeField(draft, opened.key, part))}
                  onRemove={() => remove(opened.key)}
                />
              ) : (
                <TypePanel
                  draft={draft}
                  isReadOnly={!saving.may}
                  onChange={(part) => work.change(changeType(draft, part))}
                  onChangeDraft={work.change}
                >
                  <RemoveTypeButton type={stored} name={name} />
                </TypePanel>
              )}
            </Box>
          </SidePanel>
        </Paper>
      </FieldServicesProvider>
      {isJsonOpen && <JsonDialog draft={draft} onClose={() => setJsonOpen(false)} />}
      {isAdding && <AddFieldDialog draft={draft} onAdd={add} onClose={() => setAdding(false)} />}
      {losses && (
        <LossDialog
          affected={losses}
          type={stored}
          isBusy={isSaving}
          onConfirm={() => void work.submit(true)}
          onCancel={work.forgetProblem}
        />
      )}
    </>
  )
}
